import assert from "node:assert/strict";
import { type Body, featuresUrl, type Harness } from "../service-harness.ts";

export const perimetersPath = "/collections/svc:satellite-perimeters";
export const sourcesPath = "/collections/svc:static-heat-sources";
export const itemsPath = `${perimetersPath}/items`;

export const crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
export const epsg4326 = "http://www.opengis.net/def/crs/EPSG/0/4326";

export async function expectStatus(harness: Harness, path: string, status: number): Promise<Body> {
  const response = await harness.get(path);
  assert.equal(response.status, status, path);
  return response.json();
}

/** A link of a relation must be there; its address is returned. */
export function linkOf({ links }: Body, rel: string): Body {
  const link = links.find((one: Body) => one.rel === rel);
  assert.ok(link, `no link with the relation ${rel}`);
  return link;
}

export async function definition(harness: Harness): Promise<Body> {
  return harness.json("/api");
}

/** The resolved parameters of the items operation in the API definition. */
export async function itemsParameter(harness: Harness, name: string): Promise<Body> {
  const api = await definition(harness);
  const path = itemsPath.replace("/collections", "/ogc/features/v1/collections");
  const found = api.paths[path].get.parameters
    .map(({ $ref }: Body) => api.components.parameters[$ref.split("/").at(-1)])
    .find((parameter: Body) => parameter.name === name);
  assert.ok(found, `the API definition lacks ${name}`);
  assert.equal(found.in, "query");
  assert.equal(found.required, false);
  return found;
}

export async function idsOf(harness: Harness, query: string): Promise<string[]> {
  const { features } = await harness.json(`${itemsPath}?limit=10000&${query}`);
  return features.map(({ id }: Body) => id);
}

export const anyFeature = async (harness: Harness): Promise<Body> =>
  (await harness.json(`${itemsPath}?limit=1`)).features[0];

export const featurePath = (id: string) => `${featuresUrl}${itemsPath}/${encodeURIComponent(id)}`;
