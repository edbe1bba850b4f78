import { isObject, type JsonObject } from "@emberline/map-app/answer/json";
import type { MapView } from "@emberline/map-app/content/map-state";

/** A question of a conversation, and the calls that were made for it: they can be made again. */
export interface Said {
  readonly question: string;
  readonly isByModel: boolean;
  readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[];
}

/** What the fragment of the address names. */
export type Route = { readonly view: MapView | null } & (
  | { readonly tab: "ask"; readonly said?: readonly Said[] }
  /** A tool, with arguments if the link is to run. */
  | { readonly tab: "tools"; readonly tool: string | null; readonly args: JsonObject | null }
  | { readonly tab: "connect"; readonly client: string | null }
  | { readonly tab: "unknown"; readonly fragment: string }
);

const runName = "run";

/** Reads a fragment such as `#/tools/query_features?near=Armidale&view=9/-30.5/151.7`. */
export function parseRoute(fragment: string): Route {
  const [path = "", query = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const view = parseView(parameters.get("view"));
  parameters.delete("view");
  const [tab = "", name = null, ...more] = path.split("/").map(decoded);
  const unknown = { tab: "unknown", fragment, view } as const;
  if (more.length > 0) return unknown;
  switch (tab) {
    case "":
    case "ask":
      return name === null ? { tab: "ask", ...readSaid(parameters), view } : unknown;
    case "tools":
      return {
        tab,
        tool: name,
        args: readRun(parameters),
        view,
      };
    case "connect":
      return { tab, client: name, view };
    default:
      return unknown;
  }
}

/** The fragment of a route, with the `#`. */
export function printRoute(route: Route): string {
  if (route.tab === "unknown") return route.fragment;
  const name = route.tab === "tools" ? route.tool : route.tab === "connect" ? route.client : null;
  const path = `#/${route.tab}${name === null ? "" : `/${encodeURIComponent(name)}`}`;
  const query = [
    ...(route.tab === "ask" ? printSaid(route.said ?? []) : []),
    ...(route.tab === "tools" && route.args ? printRun(route.args) : []),
    ...(route.view ? [`view=${printView(route.view)}`] : []),
  ];
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

/** Longer addresses are cut by programs that pass them on. */
const maxSaid = 12_000;

/** `q=Where%20is%20it%3F&call=find_place{"name":"Redding"}`; `ready` for questions without model. */
function printSaid(said: readonly Said[]): string[] {
  const printed = said.map(({ question, isByModel, calls }) => [
    `${isByModel ? "q" : "ready"}=${encode(question)}`,
    ...calls.map(({ tool, args }) => `call=${encode(tool + JSON.stringify(args))}`),
  ]);
  // The oldest are left out.
  while (printed.flat().join("&").length > maxSaid) printed.shift();
  return printed.flat();
}

function readSaid(parameters: URLSearchParams): { said?: readonly Said[] } {
  const said: { question: string; isByModel: boolean; calls: Said["calls"][number][] }[] = [];
  for (const [name, text] of parameters) {
    if (name === "q" || name === "ready")
      said.push({ question: text.slice(0, 8000), isByModel: name === "q", calls: [] });
    const [, tool, json] = (name === "call" && /^(\w+)(\{.*)$/s.exec(text)) || [];
    const args = json === undefined ? undefined : readJson(json);
    if (tool !== undefined && isObject(args)) said.at(-1)?.calls.push({ tool, args });
  }
  return said.length > 0 ? { said } : {};
}

/** A link without arguments runs if it says `run`, which no other link needs. */
function readRun(parameters: URLSearchParams): JsonObject | null {
  const isRun = parameters.get(runName) === "";
  if (isRun) parameters.delete(runName);
  return isRun || parameters.size > 0 ? parseArguments(parameters) : null;
}

function printRun(args: JsonObject): string[] {
  const printed = printArguments(args);
  return printed.length > 0 ? printed : [runName];
}

function parseView(text: string | null): MapView | null {
  const [zoom, lat, lon, ...more] = (text ?? "").split("/").map(Number);
  const isView =
    zoom !== undefined &&
    lat !== undefined &&
    lon !== undefined &&
    more.length === 0 &&
    zoom >= 0 &&
    zoom <= 24 &&
    Math.abs(lat) <= 90 &&
    Math.abs(lon) <= 360;
  return isView ? { zoom, lat, lon } : null;
}

function printView({ zoom, lat, lon }: MapView): string {
  return [zoom.toFixed(1), lat.toFixed(4), lon.toFixed(4)].map(Number).join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Arguments as parameters of a link: texts as they are, unless they read as JSON; all others as
 * JSON.
 */
function printArguments(args: JsonObject): string[] {
  return Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isPlain = typeof value === "string" && readJson(value) === undefined;
      return `${encode(name)}=${encode(isPlain ? value : JSON.stringify(value))}`;
    });
}

/** The arguments of a link's parameters. */
function parseArguments(parameters: URLSearchParams): JsonObject {
  return Object.fromEntries(
    [...parameters].map(([name, text]) => {
      const value = readJson(text);
      return [name, value === undefined ? text : value];
    }),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As readable as a fragment may be: commas, slashes, colons and quotes stay. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|40|5B|5D|27)/g, (code) =>
    decodeURIComponent(code),
  );
}

/** Goes to a route as a link would; false if the page is there already. */
export function goTo(route: Route): boolean {
  const { hash } = new URL(printRoute(route), location.href);
  if (hash === location.hash) return false;
  location.hash = hash;
  return true;
}
