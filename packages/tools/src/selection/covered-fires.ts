import { flatBox } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { countriesIn, namesOfCountries } from "../places/countries.ts";
import { cleanText, named } from "../values/text.ts";

const maxAreas = 12;

/** The error with the years and areas of the fires that there are, if it is of an unknown one. */
export async function withCoverage(
  error: unknown,
  info: CollectionInfo,
  context: ToolContext,
): Promise<unknown> {
  const isUnknown =
    error instanceof ToolError && error.code === "not_found" && error.fault?.argument === "fire";
  if (!isUnknown) return error;
  const covered = [timesOf(info), await areasOf(info, context)].filter((each) => each !== null);
  if (covered.length === 0) return error;
  const { message, code, fault } = error;
  const sentence = `${named(info.id)} has only fires mapped ${covered.join(", ")}.`;
  return new ToolError(code, `${message} ${sentence}`, { fault });
}

function timesOf({ interval }: CollectionInfo): string | null {
  const [from, to] = (interval ?? [null, null]).map((end) => end?.slice(0, 10) ?? null);
  if (from == null) return to == null ? null : `until ${to}`;
  return to == null ? `since ${from}` : `from ${from} to ${to}`;
}

/** Its states where they can be counted, else the countries that it declares, else its extent. */
async function areasOf(info: CollectionInfo, context: ToolContext): Promise<string | null> {
  const states = await countedStates(info, context);
  if (states.length > 0) return `in ${listed(states)}`;
  const declared = info.coverage?.countries.flatMap(({ codes }) => codes) ?? [];
  if (declared.length > 0) return `in ${listed(await namesOfCountries(declared))}`;
  if (!info.bbox) return null;
  const countries = await countriesIn(flatBox(info.bbox), undefined, context.pause);
  const box = `[${flatBox(info.bbox).join(", ")}]`;
  return `within ${box}${countries.length > 0 ? ` (${listed(countries)})` : ""}`;
}

/** The states of all its features, where the service counts them; else none. */
async function countedStates(
  { id, isAggregated, roles }: CollectionInfo,
  { client: { aggregates }, signal, softDeadline, pause }: ToolContext,
): Promise<string[]> {
  const state = roles.state?.[0];
  if (!isAggregated || !aggregates || state === undefined) return [];
  const query = { groupBy: [`property:${state}`], signal: softDeadline, pause };
  try {
    const { groups = [] } = await aggregates.get(id, query);
    return groups.flatMap(({ key: [name] }) =>
      typeof name === "string" ? cleanText(name, 40) : [],
    );
  } catch {
    // The sentence is an addition to an error that says more.
    signal.throwIfAborted();
    return [];
  }
}

function listed(names: readonly string[]): string {
  const all = [...new Set(names)].sort();
  const more = all.length - maxAreas;
  return `${all.slice(0, maxAreas).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
