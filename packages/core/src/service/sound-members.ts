import { mendFeature } from "@emberline/geo";
import { checkLinks, isObject } from "../values/bbox.ts";
import {
  collectionMembers,
  featureCollectionMembers,
  type Members,
  membersProblem,
} from "./types.ts";

/*
 * Servers write null, or what cannot be read, where others leave an optional member out. Answers
 * are changed so that it is left out.
 */

const { id: _, ...besidesId } = collectionMembers;

/** Changes the description of a collection, or of all. */
export function mendDescription(body: unknown): void {
  if (!isObject(body)) return;
  if (Array.isArray(body.collections)) for (const each of body.collections) mendDescription(each);
  if (typeof body.id !== "string") return;
  const { extent } = body;
  if (isObject(extent)) {
    const isUnsound = (part: string) =>
      membersProblem({ extent: { [part]: extent[part] } }, { extent: "extent?" }) !== undefined;
    for (const part of ["spatial", "temporal"]) if (isUnsound(part)) delete extent[part];
  }
  dropUnsound(body, besidesId);
  for (const name of ["title", "description"]) if (isBlank(body[name])) delete body[name];
  body.links ??= [];
}

/** Servers write an empty text, or a comment of HTML (MapServer), where they have none. */
function isBlank(value: unknown): boolean {
  return typeof value === "string" && /^\s*(<!--[^>]*-->\s*)?$/.test(value);
}

/** Changes a page of features, or one feature. */
export function mendFeatures(body: unknown): void {
  if (!isObject(body)) return;
  dropUnsound(body, featureCollectionMembers);
  if (!Array.isArray(body.features)) mendFeature(body);
  else
    for (const feature of body.features) {
      mendFeature(feature);
      if (isObject(feature)) dropUnsound(feature, { links: "links?" });
    }
}

function dropUnsound(value: Record<string, unknown>, list: Members): void {
  if (Array.isArray(value.links)) value.links = value.links.filter(isSoundLink);
  for (const name in list)
    if (membersProblem(value, { [name]: list[name]! }) !== undefined) delete value[name];
}

/** Whether a link can be read without its members that are null. */
function isSoundLink(link: unknown): boolean {
  if (isObject(link)) for (const name in link) if (link[name] === null) delete link[name];
  return checkLinks([link]) === undefined;
}
