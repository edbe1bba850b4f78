import type { LonLat } from "@emberline/geo";
import { candidatesFrom, type Fault, invalidInput } from "../call/tool-error.ts";
import { offer } from "../values/offer.ts";
import { round } from "../values/round.ts";
import { quoted } from "../values/text.ts";

const degrees = String.raw`([+-]?\d+(?:\.\d+)?)\s*°?\s*`;
const latLon = new RegExp(String.raw`^${degrees}([NS])?\s*[,;\s]\s*${degrees}([EW])?$`, "i");
const labelled = new RegExp(
  String.raw`^(lat|lon|lng)[a-z]*[:=\s]+${degrees}[,;\s]\s*(lat|lon|lng)[a-z]*[:=\s]+${degrees}$`,
  "i",
);

/**
 * Parses `[lon, lat]` from a position with latitude first, as people write it: `"-33.9, 151.2"`,
 * `"33.9 S, 151.2 E"` or `"lat -33.9, lon 151.2"`; null for other text.
 *
 * @throws {ToolError} when the numbers are not a position (`invalid_input`)
 */
export function parsePosition(text: string, parameter = "near"): LonLat | null {
  const bare = text.trim().replace(/^[([]\s*(.*?)\s*[)\]]$/, "$1");
  const [, firstName, first, secondName, second] = labelled.exec(bare) ?? [];
  if (firstName !== undefined && /lat/i.test(firstName) !== /lat/i.test(secondName!)) {
    const [lat, lon] = /lat/i.test(firstName) ? [first, second] : [second, first];
    return checkPosition(Number(lon), Number(lat), parameter);
  }
  const match = latLon.exec(bare);
  if (!match) {
    if (/\p{L}{2}/u.test(text) || !/\d/.test(text)) return null;
    throw invalidInput(
      `${parameter} ${quoted(text, 60)} is not a position or a place: give "lat,lon" in decimal degrees, for example "-33.87,151.21", or the name of a place, for example "Coimbra, Portugal".`,
      parameter,
    );
  }
  const [, latText, northSouth, lonText, eastWest] = match;
  const lat = Number(latText) * (/s/i.test(northSouth ?? "") ? -1 : 1);
  const lon = Number(lonText) * (/w/i.test(eastWest ?? "") ? -1 : 1);
  return checkPosition(lon, lat, parameter);
}

/**
 * Checks a position of the caller.
 *
 * @param parameter the argument that holds both as text; null for `lon` with `lat`
 * @throws {ToolError} when it is not on the Earth (`invalid_input`)
 */
export function checkPosition(lon: number, lat: number, parameter: string | null): LonLat {
  const tried = (right: { lat: number; lon: number }) =>
    offer(parameter === null ? right : { [parameter]: `${right.lat},${right.lon}` });
  const at = (right: { lat: number; lon: number } | null): Fault => ({
    argument: parameter ?? "lat",
    ...(parameter !== null &&
      right && { candidates: candidatesFrom([`${right.lat},${right.lon}`]) }),
  });
  if (Math.abs(lat) > 90) {
    const isSwapped = Math.abs(lon) <= 90 && Math.abs(lat) <= 180;
    throw invalidInput(
      `The latitude ${lat} is out of range -90..90${isSwapped ? `: latitude and longitude look swapped. ${tried({ lat: lon, lon: lat })}` : "."}`,
      at(isSwapped ? { lat: lon, lon: lat } : null),
    );
  }
  if (Math.abs(lon) > 180) {
    const isTurned = lon > 0 && lon <= 360;
    throw invalidInput(
      `The longitude ${lon} is out of range -180..180.${isTurned ? ` ${tried({ lat, lon: round(lon - 360, 6) })}` : ""}`,
      at(isTurned ? { lat, lon: round(lon - 360, 6) } : null),
    );
  }
  return [lon, lat];
}
