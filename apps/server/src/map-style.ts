import { readFile } from "node:fs/promises";

/** A style of MapLibre for the ground of the playground's map, and the hosts that it names. */
export interface MapStyle {
  /** The style as it was given. */
  readonly json: string;
  /** For the page's policy: where its tiles, sprites and glyphs are. */
  readonly origins: readonly string[];
}

const timeoutMs = 10_000;
const maxBytes = 5_000_000;
const variable = "EMBERLINE_MAP_STYLE";

/**
 * Reads a style (MapLibre Style Specification, version 8) from a file or an address.
 *
 * @throws {Error} when it cannot be read or is none: one sentence for the operator, without its
 *   addresses, which may have keys
 */
export async function readMapStyle(given: string): Promise<MapStyle> {
  const json = /^[a-z]+:\/\//i.test(given) ? await textAt(given, "the style") : await textIn(given);
  const style = objectFrom(json, "the style");
  const { version, sources, layers } = style;
  if (version !== 8 || !isObject(sources) || !Array.isArray(layers))
    throw unusable("is no style of MapLibre: it needs version 8, sources and layers");
  const addresses = [...addressesIn(style)];
  for (const source of Object.values(sources)) {
    const { url } = isObject(source) ? source : {};
    // A source may be described elsewhere (TileJSON), with tiles on yet another host.
    if (typeof url !== "string" || !isObject(source) || source.type === "geojson") continue;
    const described = objectFrom(await textAt(url, "a source of the style"), "a source");
    if (!Array.isArray(described.tiles)) continue;
    for (const tile of described.tiles) addresses.push(String(tile));
  }
  return { json, origins: [...new Set(addresses.map(originOf))].sort() };
}

/** Every address that a page with the style asks. */
function* addressesIn({ sources, sprite, glyphs }: Record<string, unknown>): Iterable<string> {
  for (const source of Object.values(sources as object)) {
    const { url, tiles, data } = isObject(source) ? source : {};
    for (const each of [url, data]) if (typeof each === "string") yield each;
    if (Array.isArray(tiles)) yield* tiles.map(String);
  }
  const sprites = Array.isArray(sprite)
    ? sprite.map((each) => isObject(each) && each.url)
    : [sprite];
  for (const each of [...sprites, glyphs]) if (typeof each === "string") yield each;
}

/** Plain HTTP only on this machine. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHere = url && ["localhost", "127.0.0.1"].includes(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isHere)) return url.origin;
  const what = url ? `${url.protocol}//${url.hostname}` : "an address without a host";
  throw unusable(`names ${what}: its addresses must be complete and begin with https://`);
}

async function textAt(address: string, what: string): Promise<string> {
  const { host } = new URL(originOf(address));
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return limited(await response.text());
    await response.body?.cancel();
    throw new Error(`${what} at ${host} answers ${response.status}`);
  } catch (error) {
    const { message } = error as Error;
    throw unusable(
      message.startsWith(what)
        ? `cannot be read: ${message}`
        : `cannot be read: ${what} at ${host} does not answer`,
    );
  }
}

async function textIn(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw unusable(`cannot be read: ${error.code ?? "the file"}`);
  });
  return limited(text);
}

function limited(text: string): string {
  if (text.length <= maxBytes) return text;
  throw unusable(`is longer than ${maxBytes / 1e6} MB`);
}

function objectFrom(json: string, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch {
    // The same sentence.
  }
  throw unusable(`cannot be read: ${what} is no JSON object`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unusable(why: string): Error {
  return new Error(`${variable} ${why}.`);
}
