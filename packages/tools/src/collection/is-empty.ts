import type { CollectionDescription } from "@emberline/core";

/** Whether a service describes an extent that has nothing in it. Without any, nobody knows. */
export function isEmpty({ extent }: CollectionDescription): boolean {
  if (extent === undefined) return false;
  return !extent.spatial?.bbox?.length && !extent.temporal?.interval?.length;
}
