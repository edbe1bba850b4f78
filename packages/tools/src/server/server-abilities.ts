import type { Client, FilterLang } from "@emberline/core";
import { build } from "@emberline/cql2";
import type { RoleSettings } from "../values/roles.ts";
import { probeTime, type TimeSelection } from "./probe-time.ts";
import { Remembered } from "./remembered.ts";
import { type Asked, ServerReader } from "./server-reader.ts";

/**
 * What an OGC API Features server can do, found by asking once: for each collection whether a
 * parameter really selects what it should.
 */
export class ServerAbilities {
  readonly reader: ServerReader;
  readonly #roles: RoleSettings;
  readonly #remembered = new Remembered();

  constructor(client: Client, roles: RoleSettings = {}) {
    this.reader = new ServerReader(client);
    this.#roles = roles;
  }

  /** How `datetime` selects; null if the server refuses or ignores it, or that cannot be known. */
  time(id: string, asked: Asked): Promise<TimeSelection | null> {
    const ask = () => probeTime(this.reader, id, this.#roles[id], asked);
    return this.#remembered.once(`time ${id}`, ask).catch(() => null);
  }

  /** The language in which filters select; null if none does. */
  filterLang(id: string, asked: Asked): Promise<FilterLang | null> {
    const ask = () => probeFilter(this.reader, id, asked);
    return this.#remembered.once(`filter ${id}`, ask).catch(() => null);
  }
}

/** Types of properties by which a filter is tried, and how many properties at most. */
const plainTypes: ReadonlySet<string> = new Set(["string", "number", "integer"]);
const maxCandidates = 3;

/** Asks for a value of the sample, then for what nothing can be. */
async function probeFilter(
  reader: ServerReader,
  id: string,
  asked: Asked,
): Promise<FilterLang | null> {
  const classes = await reader.classes(asked);
  const has = (pattern: RegExp) => classes.some((each) => pattern.test(each));
  if (!has(/\/(features-)?filter$/)) return null;
  // Some name no language, such as tipg, which filters by CQL2.
  const isEcql = !has(/cql2-text$/) && has(/ecql(-text)?$/);
  const lang = isEcql ? "ecql-text" : "cql2-text";
  const queryables = await reader.queryables(id, asked);
  if (!queryables) return null;
  const features = await reader.sample(id, asked);
  const candidates = queryables.flatMap(({ id: name, type }) => {
    const value = features.map((each) => each.properties?.[name]).find(isPlain);
    // Literals of times differ between servers.
    return plainTypes.has(type) && value !== undefined ? [{ name, value }] : [];
  });
  for (const { name, value } of candidates.slice(0, maxCandidates)) {
    const property = build.property(name);
    const equal = { filter: build.eq(property, value), filterLang: lang } as const;
    const found = await reader.ask(id, equal, asked);
    if (!found?.length || found.some((each) => each.properties?.[name] !== value)) continue;
    const isMissing = build.isNull(property);
    const never = { filter: build.and(isMissing, build.not(isMissing)), filterLang: lang };
    if ((await reader.ask(id, never, asked))?.length === 0) return lang;
  }
  return null;
}

function isPlain(value: unknown): value is string | number {
  return (typeof value === "string" && value.length <= 200) || typeof value === "number";
}
