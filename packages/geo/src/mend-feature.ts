type Members = Record<string, unknown>;

/**
 * Takes for absent what writers put in its place, and changes the feature: a null id, bbox or list
 * of links; a geometry or properties that are left out; a geometry without positions, which RFC
 * 7946 section 3.1 lets readers take for null.
 */
export function mendFeature(feature: unknown): void {
  if (!isObject(feature)) return;
  for (const name of ["id", "bbox", "links"]) dropNull(feature, name);
  feature.properties ??= null;
  if (isObject(feature.geometry)) dropNull(feature.geometry, "bbox");
  if (hasNoPositions(feature.geometry)) feature.geometry = null;
}

/** Whether a geometry is null, left out, or has no positions: `POINT EMPTY` is `"coordinates": []`. */
export function hasNoPositions(geometry: unknown): boolean {
  if (!isObject(geometry)) return geometry === undefined || geometry === null;
  const list = geometry.coordinates ?? geometry.geometries;
  if (!Array.isArray(list)) return false;
  return isEmpty(list, maxDepth);
}

/** The lists of a MultiPolygon are four deep. */
const maxDepth = 4;

/** Whether lists hold nothing but lists; it ends at the first value. */
function isEmpty(list: readonly unknown[], depth: number): boolean {
  return list.every((each) => Array.isArray(each) && depth > 1 && isEmpty(each, depth - 1));
}

function dropNull(members: Members, name: string): void {
  if (members[name] === null) delete members[name];
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
