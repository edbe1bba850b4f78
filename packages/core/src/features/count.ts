import type { FeaturePage } from "./page.ts";
import type { FeatureQuery } from "./query.ts";

/** The selection to count. */
export interface CountQuery extends Omit<FeatureQuery, "cursor" | "limit"> {
  /** Reads all features if the service's number is not exact; default false. */
  exact?: boolean | undefined;
}

export interface FeatureCount {
  count: number;
  /** False if features without location or time may be counted. */
  exact: boolean;
  /** The service's `numberMatched`, or the features of all pages. */
  source: "numberMatched" | "pages";
}

/** How a count gets features. */
export interface CountAccess {
  onePage(): Promise<FeaturePage>;
  allPages(): AsyncIterable<FeaturePage>;
}

/**
 * Counts what a query selects: by `numberMatched`, or by reading all features if it is missing, or
 * not exact when an exact count was requested. The service selects features without location for
 * any box, and those without time for any interval. Reading excludes the former; it cannot
 * recognize the latter.
 */
export async function countFeatures(query: CountQuery, access: CountAccess): Promise<FeatureCount> {
  const unlocatedMayCount = query.bbox !== undefined;
  const untimedMayCount = query.datetime !== undefined;
  if (!(query.exact && unlocatedMayCount)) {
    const { numberMatched } = await access.onePage();
    if (numberMatched !== undefined) {
      return {
        count: numberMatched,
        exact: !unlocatedMayCount && !untimedMayCount,
        source: "numberMatched",
      };
    }
  }
  let count = 0;
  for await (const { features } of access.allPages()) {
    count += unlocatedMayCount
      ? features.filter(({ geometry }) => geometry !== null).length
      : features.length;
  }
  return { count, exact: !untimedMayCount, source: "pages" };
}
