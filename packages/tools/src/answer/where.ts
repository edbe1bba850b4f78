import { AreaLocator } from "@emberline/areas";
import { bearingDeg } from "@emberline/core";
import { type LonLat, wrapLongitude } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { compassPoint } from "../geometry/nearest.ts";
import { type Gazetteer, loadGazetteer } from "../places/gazetteer.ts";
import { type Near, placesFrom } from "../places/nearest-places.ts";
import { labelOf } from "../places/resolve-place.ts";
import { type Cell, round } from "../values/text-numbers.ts";
import type { Rows } from "./layout.ts";

/** Only the first rows of a sorted list: each costs a model some fifteen tokens. */
const maxPlaced = 5;
/** People would not name smaller places as towns; they are taken where no other is near. */
const minPopulation = 500;
const maxCompared = 20;

/**
 * Where the first positions of a sorted list are: the nearest town with distance and direction, and
 * the state or country that holds them. Null for the others.
 */
export async function wheresOf(
  positions: readonly (LonLat | null)[],
  pause: Pause,
): Promise<Cell[]> {
  const locator = await AreaLocator.open("region", pause);
  const first = positions.slice(0, maxPlaced).map(async (position) => {
    if (!position) return null;
    const town = await townAt(position);
    const area = locator.labelAt(wrapLongitude(position[0]), position[1]);
    if (area === null) return town;
    const ending = `, ${area}`;
    return `${town.endsWith(ending) ? town.slice(0, -ending.length) : town}, in ${area}`;
  });
  return [...(await Promise.all(first)), ...positions.slice(maxPlaced).map(() => null)];
}

/** "12 km NE of Medford, Oregon, United States". */
async function townAt(position: LonLat): Promise<string> {
  const gazetteer = await loadGazetteer();
  const { place, distanceKm } = nearestTown(gazetteer, position);
  const direction = compassPoint(bearingDeg([place.lon, place.lat], position));
  const km = round(distanceKm, distanceKm < 10 ? 1 : 0);
  return `${km} km ${direction} of ${labelOf(gazetteer.describe(place))}`;
}

function nearestTown(gazetteer: Gazetteer, position: LonLat): Near {
  const passed: Near[] = [];
  for (const near of placesFrom(gazetteer, position)) {
    if (near.place.population >= minPopulation) return near;
    if (passed.push(near) === maxCompared) break;
  }
  return passed[0]!;
}

/** A sorted table with `where`, by its columns `lon` and `lat`. */
export async function withWhere({ columns, rows }: Rows, pause: Pause): Promise<Rows> {
  const [lon, lat] = [columns.indexOf("lon"), columns.indexOf("lat")];
  if (lon === -1 || lat === -1 || columns.includes("where")) return { columns, rows };
  const positions = rows.map((row): LonLat | null =>
    typeof row[lon] === "number" && typeof row[lat] === "number" ? [row[lon], row[lat]] : null,
  );
  const wheres = await wheresOf(positions, pause);
  return { columns: [...columns, "where"], rows: rows.map((row, i) => [...row, wheres[i]!]) };
}
