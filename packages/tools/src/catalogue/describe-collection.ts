import { z } from "zod";
import {
  budgetParameter,
  collectionMembers,
  newestMember,
  noticesMembers,
} from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { exampleFilters } from "../collection/example-filters.ts";
import { feedNotices } from "../collection/feeds.ts";
import { coverageNotice } from "../describe/countries.ts";
import { describeProperties } from "../describe/describe-properties.ts";
import { meaningOf } from "../describe/kinds.ts";
import { describedKind, describedProperty, type Profile } from "../describe/profile.ts";
import { type Described, profileOf } from "../describe/profile-reading.ts";
import { emptyTally, tallyNotices } from "../reading/tally.ts";
import { collectionParameter } from "../selection/parameters.ts";
import { dayRanges } from "../values/day-ranges.ts";
import { cleanText } from "../values/text.ts";

const output = z.object({
  collection: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  bbox: z.array(z.number()).optional(),
  interval: z.array(z.string().nullable()).optional().describe("[oldest, newest] observation, UTC"),
  days: z.array(z.string()).optional().describe("UTC days that have data, as ranges"),
  newest: newestMember,
  features: z.number().int().optional(),
  geometry_types: z.array(z.string()),
  kinds: z
    .array(describedKind)
    .optional()
    .describe("of features: kind, meaning, features, properties that only some have"),
  properties: z
    .array(describedProperty)
    .describe(
      "name, types, role, unit, min, max, values (all, or the most frequent, with the count of distinct ones), features (with a value, if not all)",
    ),
  filters: z.array(z.string()).describe("example filters (CQL2 text) valid here"),
  exact: z.boolean().describe("ranges and values are of all features"),
  omitted: z.number().int().optional().describe("properties left out for max_tokens"),
  ...noticesMembers,
});

/**
 * The contents of a collection: its days, kinds of features, properties, units, ranges and values.
 */
export const describeCollection = defineTool({
  name: "describe_collection",
  title: "Describe fire data",
  description:
    "Describes what a collection of fire data holds: properties, values, kinds, days with data. To read its features use query_features. Call it before you filter, sort or group, or to see whether something is known at all (a cause, wind). Returns types, units, lowest and highest or most frequent values, over the whole record (hotspots of each satellite), and filters valid here. A large collection takes seconds at first.",
  toolset: "core",
  isLight: true,
  annotations: readOnly,
  input: z.object({ collection: collectionParameter, ...budgetParameter }),
  output,
  async run({ collection }, context) {
    const described = await profileOf(collection, context);
    const { info, total, reading } = described;
    const profile = reading?.profile ?? null;
    const isExact = reading?.isWhole === true;
    const properties = describeProperties(info, profile, reading?.isSampled === true);
    const filters = exampleFilters(info, (name, type) => {
      const tally = profile?.properties.get(name);
      return type === "number" ? tally?.firstNumber : tally?.firstText;
    }).map((each) => cleanText(each, 300));
    const { ranges, longestGap } = dayRanges(profile?.days ?? []);
    const features = total ?? (isExact ? profile?.features : undefined);
    const places = isExact ? (profile?.places ?? null) : null;
    const notices = [
      ...missing(described),
      ...feedNotices(info.feeds ?? []),
      await coverageNotice(info, places, context.pause),
      ...(info.acknowledgement ?? []).filter((each) => !info.notices.includes(each)),
      longestGap > 0
        ? `days are ranges with gaps of up to ${longestGap} ${longestGap === 1 ? "day" : "days"} without data.`
        : null,
      profile?.contradictions.notice(),
      profile?.falls.notice(),
      profile && profile.unreadTimes > 0
        ? `The times of ${profile.unreadTimes} features cannot be read: days leave them out.`
        : null,
    ];
    const keep = (kept: number) => ({
      collection: info.id,
      ...(info.title !== null && { title: info.title }),
      ...(info.description !== null && { description: info.description }),
      ...(info.bbox && { bbox: [...info.bbox] }),
      ...(info.interval && { interval: [...info.interval] }),
      ...(ranges.length > 0 && { days: [...ranges] }),
      ...(features !== undefined && { features }),
      geometry_types: [...(profile?.geometries ?? [])],
      ...kindsOf(profile, described),
      properties: properties.slice(0, kept),
      filters,
      exact: isExact,
      ...(kept < properties.length && { omitted: properties.length - kept }),
      ...collectionMembers(info, notices, context),
    });
    return { parts: properties.length, keep };
  },
});

/** What the answer does not cover. */
function missing({ info, total, reading }: Described): string[] {
  const notices: string[] = [];
  if (!info.queryables) {
    notices.push(
      "The service does not list the queryables of this collection: properties are those of its features, with the types in a sample of 20.",
    );
  }
  if (!reading) {
    return [
      ...notices,
      "The service does not list the features of this collection; get_feature may return single ones by id.",
    ];
  }
  const { features } = reading.profile;
  if (reading.isSampled) {
    notices.push(
      `The collection is too large to be read whole: ranges, values, days and kinds are of a sample of ${features} features across its time, and more exist.`,
    );
  } else if (!reading.isWhole) {
    notices.push(
      `Ranges, values, days and kinds are of the first ${features}${total === undefined ? "" : ` of ${total}`} features (${reading.why ?? "out of time"}): more may exist. Call again to read on.`,
    );
  }
  return [...notices, ...tallyNotices({ ...emptyTally(), skipped: reading.skipped })];
}

/** Kinds, if there are several, or if the only one has a meaning to explain. */
function kindsOf(profile: Profile | null, { info, reading }: Described) {
  const found = profile?.kinds.kinds() ?? [];
  const { roles } = info;
  const hasAreas = [...(profile?.geometries ?? [])].some((type) => /Polygon|Collection/.test(type));
  const isOutline = roles.strength === undefined && roles.fire !== undefined && hasAreas;
  const kinds = found.map((each) => {
    const meaning = isOutline ? meaningOf(each) : undefined;
    return {
      ...(each.kind !== undefined && { kind: each.kind }),
      ...(meaning !== undefined && { meaning }),
      ...(!reading?.isSampled && found.length > 1 && { features: each.features }),
      ...(each.own.length > 0 && { properties: each.own.map((name) => cleanText(name, 60)) }),
    };
  });
  const isTelling = kinds.length > 1 || kinds.some(({ meaning }) => meaning !== undefined);
  return isTelling ? { kinds } : {};
}
