import { invalidInput } from "../call/tool-error.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { listNames, quoted } from "../values/text.ts";
import type { CollectionInfo } from "./collection-info.ts";

/**
 * @param computed names that the parameter accepts in addition to properties
 * @throws {ToolError} when the collection's queryables lack the property (`invalid_input`)
 */
export function checkProperties(
  names: readonly string[],
  info: CollectionInfo,
  parameter: string,
  computed: readonly string[] = [],
): void {
  if (!info.queryables) return;
  // A property may have several types, each a queryable of its own.
  const known = [...new Set(info.queryables.flatMap(({ id }) => id ?? []))];
  for (const name of names) {
    if (!known.includes(name)) {
      throw invalidInput(
        `${parameter}: ${info.id} has no property ${quoted(name, 40)}.${didYouMean(name, [...computed, ...known])} Its properties are ${listNames(known)}${computed.length > 0 ? `; also accepted: ${computed.join(", ")}` : ""}.`,
        parameter,
      );
    }
  }
}
