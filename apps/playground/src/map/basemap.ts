import type { GeoPermissibleObjects } from "d3-geo";
import { feature, mesh } from "topojson-client";
import fineUrl from "world-atlas/countries-50m.json?url";
import coarseUrl from "world-atlas/countries-110m.json?url";

export interface Basemap {
  readonly land: GeoPermissibleObjects;
  /** Between countries only, not along coasts. */
  readonly borders: GeoPermissibleObjects;
}

export type Detail = "coarse" | "fine";

const urls: Record<Detail, string> = { coarse: coarseUrl, fine: fineUrl };
const loading = new Map<Detail, Promise<Basemap>>();

/** Natural Earth at 1:110 million (coarse) or 1:50 million (fine); each is fetched once, from this very server. */
export function loadBasemap(detail: Detail): Promise<Basemap> {
  const known = loading.get(detail);
  if (known) return known;
  const fresh = fetchBasemap(urls[detail]);
  loading.set(detail, fresh);
  fresh.catch(() => loading.delete(detail));
  return fresh;
}

type Atlas = Parameters<typeof mesh>[0];

async function fetchBasemap(url: string): Promise<Basemap> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The basemap could not be loaded (status ${response.status}).`);
  const atlas: Atlas = await response.json();
  const { land, countries } = atlas.objects;
  return {
    land: feature(atlas, land!),
    borders: mesh(atlas, countries as Parameters<typeof mesh>[1], (a, b) => a !== b),
  };
}
