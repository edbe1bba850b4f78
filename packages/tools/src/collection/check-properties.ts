import type { Client } from "@emberline/core";
import { build } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { lackingGroup } from "../values/lacking-groups.ts";
import { notHeld } from "../values/not-held.ts";
import { listNames, named, quoted } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";
import { isSimulations } from "./simulation-features.ts";

/**
 * @param computed names that the parameter accepts in addition to properties
 * @throws {ToolError} when the collection's queryables lack the property, or a sample has
 *   one of a near name instead (`invalid_input`)
 */
export function checkProperties(
  names: readonly string[],
  info: CollectionInfo,
  parameter: string,
  computed: readonly string[] = [],
): void {
  // A property may have several types, each a queryable of its own.
  const listed = info.queryables ?? info.sampled;
  if (!listed) return;
  const known = [...new Set(listed.flatMap(({ id }) => id ?? []))];
  for (const name of names) {
    if (known.includes(name)) continue;
    // "satellite" is not meant as "satellite_name".
    const others = computed.filter((each) => !each.startsWith(`${name}_`));
    const instead = parameter === "group_by" && info.queryables ? lackingGroup(name) : "";
    const meant = instead || didYouMean(name, [...others, ...known]);
    // Features beyond a sample may have more properties, but hardly one of nearly the same name.
    if (info.queryables || meant !== "") {
      throw invalidInput(
        `${parameter}: ${named(info.id)} has no property ${quoted(name, 40)}.${meant}${notHeld(name, known)} Its properties are ${listNames(known)}${computed.length > 0 ? `; also accepted: ${computed.join(", ")}` : ""}.`,
        parameter,
      );
    }
  }
}

const known = new WeakMap<Client, Map<string, boolean>>();

type FilterContext = Pick<ToolContext, "client" | "sampled" | "softDeadline" | "pause">;

/**
 * Whether the service applies a filter in a collection, or there is none: asked once, with a filter
 * that nothing can match. Only then are its counts of filtered features trusted.
 */
export async function honoursFilter(
  filter: { readonly isSentWhole: boolean } | null,
  { id, queryables }: Pick<CollectionInfo, "id" | "queryables">,
  { client, sampled, softDeadline, pause }: FilterContext,
): Promise<boolean> {
  if (filter === null) return true;
  if (!filter.isSentWhole) return false;
  // Their list takes no filter.
  if (isSimulations(client, id)) return false;
  const asked = sampled ?? client;
  const verdicts = known.get(asked) ?? new Map<string, boolean>();
  known.set(asked, verdicts);
  const verdict = verdicts.get(id);
  if (verdict !== undefined) return verdict;
  const property = queryables?.find((each) => each.type !== "geometry")?.id;
  if (property === undefined) return false;
  const isMissing = build.isNull(build.property(property));
  const nothing = build.and(isMissing, build.not(isMissing));
  const query = { filter: nothing, limit: 1, signal: softDeadline, pause };
  const page = await asked.features.page(id, query);
  const isHonoured = page.features.length === 0 && page.next === null && page.numberMatched === 0;
  verdicts.set(id, isHonoured);
  return isHonoured;
}
