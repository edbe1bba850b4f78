import { bearingDeg, distanceKm } from "@emberline/core";
import type { LonLat } from "@emberline/geo";
import { z } from "zod";
import {
  budgetParameter,
  cell,
  constantsMember,
  noticesMembers,
  noticesOf,
} from "../answer/envelope.ts";
import { withoutConstants } from "../answer/layout.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { compassPoint } from "../geometry/nearest.ts";
import { areaNamed } from "../places/resolve-named-area.ts";
import { type Match, placesAround, placesNamed } from "../places/search-places.ts";
import { parsePosition } from "../selection/position.ts";
import { round } from "../values/text-numbers.ts";

const columns = ["name", "county", "region", "country", "lon", "lat", "population", "match"];

/** Finds a place by name, or places near a position; degrees, km. */
export const findPlace = defineTool({
  name: "find_place",
  title: "Find a place",
  description:
    'Finds a town, city or place by name, or those nearest to "lat,lon". Only for unknown or ambiguous names: near of other tools takes names. Returns county, state, country, position and people of each match, best first.',
  toolset: "analysis",
  isLight: true,
  annotations: { ...readOnly, openWorldHint: false },
  input: z.object({
    name: z.string().min(1).max(100).describe('"Santa Rosa, CA" or "42.3,-122.9".'),
    limit: z.number().int().min(1).max(50).optional().describe("Maximum rows (default 5)."),
    ...budgetParameter,
  }),
  output: z.object({
    constants: constantsMember,
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    returned: z.number().int(),
    matched: z.number().int(),
    source: z.string(),
    ...noticesMembers,
  }),
  async run({ name, limit = 5 }, context) {
    const position = parsePosition(name, "name");
    const search = position
      ? await placesAround(position, limit)
      : await placesNamed(name, limit, context);
    const distances = position ? ["distance_km", "bearing_from_point_deg", "compass"] : [];
    const rows = search.matches.map((match) => [...toRow(match), ...direction(position, match)]);
    const isPlace = search.matches.some(({ match }) => match !== "similar");
    const area = isPlace ? null : await areaNamed(name);
    const areaNotice = area && `within ${JSON.stringify(area)} takes the area of this name.`;
    const keep = (kept: number) => ({
      ...withoutConstants({ columns: [...columns, ...distances], rows: rows.slice(0, kept) }),
      returned: kept,
      matched: search.matched,
      source: search.source,
      // The operator's notices are about fire data, not places.
      ...noticesOf({ notices: [] }, false, [...search.notices, areaNotice]),
    });
    return { parts: rows.length, keep };
  },
});

function toRow({ place, match }: Match) {
  const { name, county, region, country, lon, lat, population } = place;
  return [name, county, region, country, lon, lat, population, match];
}

/** From the position to the place. */
function direction(position: LonLat | null, { place }: Match) {
  if (!position) return [];
  const degrees = bearingDeg(position, [place.lon, place.lat]);
  const km = distanceKm(position, [place.lon, place.lat]);
  return [round(km, 1), round(degrees, 0), compassPoint(degrees)];
}
