import type { mesh } from "topojson-client";
import statesUrl from "us-atlas/states-10m.json?url";
import fineUrl from "world-atlas/countries-50m.json?url";
import coarseUrl from "world-atlas/countries-110m.json?url";

export type Topology = Parameters<typeof mesh>[0];

/**
 * Natural Earth's countries at 1:110 million (coarse) and 1:50 million (fine),
 * and the states of the US Census at 1:10 million.
 */
const urls = { coarse: coarseUrl, fine: fineUrl, states: statesUrl };

export type AtlasName = keyof typeof urls;

const loading = new Map<AtlasName, Promise<Topology>>();

/** Each is fetched once, from this very server. */
export function loadAtlas(name: AtlasName): Promise<Topology> {
  const known = loading.get(name);
  if (known) return known;
  const fresh = fetchAtlas(urls[name]);
  loading.set(name, fresh);
  fresh.catch(() => loading.delete(name));
  return fresh;
}

async function fetchAtlas(url: string): Promise<Topology> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The basemap could not be loaded (status ${response.status}).`);
  return response.json();
}
