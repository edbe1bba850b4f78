import { hotspots, perimeters, staticSources } from "./data.mjs";
import { contains, distanceKm, edgeDistanceKm, within } from "./geodesy.mjs";
import { between, count, during, groupBy, inBox, newest } from "./select.mjs";

const ofType = (code) => (each) => each.type === code;
const dayMs = 86_400_000;

/** Within 5 km of a volcano, or within the larger of 1 km and half a pixel of any other source. */
function nearStaticSource(detection) {
  const halfPixelKm = Math.max(detection.scan, detection.track) / 2;
  return staticSources.some((source) => {
    const reachKm = source.category === "volcano" ? 5 : Math.max(1, halfPixelKm);
    return (
      Math.abs(source.lat - detection.lat) < 0.1 &&
      distanceKm([detection.lon, detection.lat], source) <= reachKm
    );
  });
}

/** In, or within 2 km of, a fire's newest perimeter of the 30 days before the detection or the day after. */
function inOrNearPerimeter(detection) {
  const time = Date.parse(detection.datetime);
  const recent = perimeters.filter(({ datetime, polygons }) => {
    const ageMs = time - Date.parse(datetime);
    const [lon, lat] = polygons[0][0][0];
    return (
      ageMs >= -dayMs &&
      ageMs <= 30 * dayMs &&
      Math.abs(lat - detection.lat) < 1 &&
      Math.abs(lon - detection.lon) < 1
    );
  });
  return [...groupBy(recent, ({ incident_id }) => incident_id).values()]
    .map(newest)
    .some(
      ({ polygons }) => contains(polygons, detection) || edgeDistanceKm(polygons, detection) <= 2,
    );
}

const nearIsfahan = hotspots
  .filter(between("2022-03-28", "2022-04-05"))
  .filter(within(60, [51.668, 32.6546]));
const nearLumajang = hotspots
  .filter(between("2022-03-28", "2022-04-05"))
  .filter(within(50, [113.2236, -8.1335]));
const nearWhyalla = hotspots
  .filter(between("2019-08-01", "2019-10-01"))
  .filter(within(50, [137.5833, -33.0333]));
const nearAgness = hotspots
  .filter(between("2023-08-01", "2023-08-03"))
  .filter(within(50, [-124.0607, 42.5543]));

export const staticAnswers = {
  "vegetation-only": count(hotspots, during("2019-09"), ofType(0)),
  "flagged-as-static": count(hotspots, during("2019-08"), ofType(2)),
  "offshore-flares-box": count(hotspots, inBox(112, -44, 154, -10), during("2019"), ofType(3)),
  "isfahan-without-industry": nearIsfahan.filter((each) => !nearStaticSource(each)).length,
  "lumajang-likely-volcanic": nearLumajang.filter(nearStaticSource).length,
  "whyalla-likely-industrial": nearWhyalla.filter(nearStaticSource).length,
  "agness-in-perimeters": nearAgness.filter(inOrNearPerimeter).length,
};
