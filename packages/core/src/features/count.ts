import type { FeaturePage } from "./page.ts";
import type { FeatureQuery } from "./query.ts";

/** What to count: always the whole selection, whatever the size of pages. */
export interface CountQuery extends Omit<FeatureQuery, "cursor" | "limit"> {
  /** Reads all features where the service's own number may count others too; default false. */
  exact?: boolean | undefined;
}

export interface FeatureCount {
  count: number;
  /** False where features without location or time may be among them. */
  exact: boolean;
  /** Where the number comes from: the service's `numberMatched`, or counting all pages. */
  source: "numberMatched" | "pages";
}

/** How a count gets at features. */
export interface CountAccess {
  onePage(): Promise<FeaturePage>;
  allPages(): AsyncIterable<FeaturePage>;
}

/**
 * Counts what a query selects, by `numberMatched` where the service says it, unless that would not be exact and an
 * exact count was asked for. The service selects features without location for any box and those without time for
 * any interval: the former are left out when pages are counted, the latter cannot be told from the rest.
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
