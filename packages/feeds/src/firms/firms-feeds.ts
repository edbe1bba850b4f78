import type { Bbox } from "@emberline/geo";
import type { Feed } from "../feed.ts";
import { areaFeed } from "./area-feed.ts";
import { areasOf } from "./areas.ts";
import { filesFeed } from "./files-feed.ts";
import { MapKey } from "./map-key.ts";
import { sources as allSources, type SourceName, sourceNames } from "./sources.ts";
import { standardFeed } from "./standard-feed.ts";

/** Where FIRMS is. */
export const firmsUrl = "https://firms.modaps.eosdis.nasa.gov/";

export interface FirmsOptions {
  readonly baseUrl: URL;
  /** MAP_KEY, from https://firms.modaps.eosdis.nasa.gov/api/map_key/. */
  readonly key?: string | undefined;
  /** Default all. */
  readonly sources?: readonly SourceName[] | undefined;
  /** Empty for the world. */
  readonly areas: readonly Bbox[];
  /** How many days are kept. */
  readonly days: number;
}

/**
 * NASA FIRMS' active fires: a feed per source, and with a key one more for its standard product.
 * Feeds of one call share the quota of their key.
 */
export function firmsFeeds({
  baseUrl,
  key,
  sources = sourceNames,
  areas,
  days,
}: FirmsOptions): Feed[] {
  const chosen = sourceNames.filter((name) => sources.includes(name));
  if (key === undefined) {
    return chosen.map((name) => filesFeed(allSources[name], { baseUrl, areas, days }));
  }
  const options = { key: new MapKey(baseUrl, key), areas: areasOf(areas), days };
  const standard = chosen.flatMap((name) => {
    const { sp } = allSources[name];
    return sp === undefined ? [] : [standardFeed(allSources[name], sp, options)];
  });
  return [...chosen.map((name) => areaFeed(allSources[name], options)), ...standard];
}
