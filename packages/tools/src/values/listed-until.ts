import { parseTimeMs } from "@emberline/geo";
import { ownProperty } from "./own-property.ts";
import { cleanText, quoted } from "./text.ts";

/** That the source of a feature lists it no more. */
export interface LeftList {
  /** Of its last listing, RFC 3339. */
  readonly until: string;
  /** The name of the source, if the feature has it. */
  readonly source: string | null;
}

/** By the property `listed_until`, which is null while a source lists the feature. */
export function leftListOf(properties: Readonly<Record<string, unknown>> | null): LeftList | null {
  const until = ownProperty(properties, "listed_until");
  if (typeof until !== "string" || parseTimeMs(until) === undefined) return null;
  const source = ownProperty(properties, "source");
  return {
    until: cleanText(until, 40),
    source: typeof source === "string" && source !== "" ? source : null,
  };
}

export function leftListNotice({ until, source }: LeftList): string {
  const who = source === null ? "Its source" : quoted(source, 40);
  return `${who} has not listed it since ${until}; that is not the same as out.`;
}

/** What a column of it means. */
export const leftListMeaning =
  "listed_until: since then its source has not listed the fire; that is not the same as out.";
