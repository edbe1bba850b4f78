import { hotspots, perimeters, staticSources } from "./data.mjs";
import { contains, distanceKm, edgeDistanceKm, within } from "./geodesy.mjs";
import { between, count, groupBy, newest } from "./select.mjs";

const dayMs = 86_400_000;
const halfPixelKm = ({ scan, track }) => Math.max(scan, track) / 2;

/**
 * The static sources near a detection: 5 km for a volcano, 1 km for
 * others, never less than half a pixel.
 */
function sourcesNear(detection) {
  return staticSources.filter((source) => {
    const reachKm = Math.max(source.category === "volcano" ? 5 : 1, halfPixelKm(detection));
    return (
      Math.abs(source.lat - detection.lat) < 0.1 &&
      distanceKm([detection.lon, detection.lat], source) <= reachKm
    );
  });
}

/** `{ polygons, from, until }`: its newest outline, and the UTC days on which it tells of detections. */
const fires = [...groupBy(perimeters, ({ incident_id }) => incident_id).values()].map(
  (mappings) => {
    const days = mappings.map(({ date }) => Date.parse(date) / dayMs);
    const { polygons } = newest(mappings);
    // The data has no dates of discovery: two days before the first mapping, two days after the last.
    return { polygons, from: Math.min(...days) - 2, until: Math.max(...days) + 2 };
  },
);

function perimetersOf({ datetime, lon, lat }) {
  const day = Math.floor(Date.parse(datetime) / dayMs);
  return fires
    .filter(({ polygons, from, until }) => {
      const [x, y] = polygons[0][0][0];
      return day >= from && day <= until && Math.abs(x - lon) <= 1 && Math.abs(y - lat) <= 1;
    })
    .map(({ polygons }) => polygons);
}

const isInside = (detection) =>
  perimetersOf(detection).some((polygons) => contains(polygons, detection));
const isNear = (detection) =>
  isInside(detection) ||
  perimetersOf(detection).some(
    (polygons) => edgeDistanceKm(polygons, detection) <= Math.max(2, halfPixelKm(detection)),
  );
const isVolcanic = (detection) =>
  sourcesNear(detection).some(({ category }) => category === "volcano");
const isIndustrial = (detection) =>
  sourcesNear(detection).some(({ category }) => category !== "volcano");
const isUnexplained = (detection) => !isNear(detection) && sourcesNear(detection).length === 0;

const spring2022 = between("2022-03-28", "2022-04-05");
const isfahan = within(60, [51.668, 32.6546]);
const lumajang = within(50, [113.2236, -8.1335]);
const whyalla = within(50, [137.5833, -33.0333]);
const grantsPass = within(90, [-123.3284, 42.439]);
const roseburg = within(250, [-123.3417, 43.2165]);
const august2023 = between("2023-08-01", "2023-08-03");

export const situation = {
  "isfahan-without-industry": count(hotspots, spring2022, isfahan, isUnexplained),
  "isfahan-likely-industrial": count(hotspots, spring2022, isfahan, isIndustrial),
  "lumajang-likely-volcanic": count(hotspots, spring2022, lumajang, isVolcanic),
  "whyalla-likely-industrial": count(
    hotspots,
    between("2019-08-01", "2019-10-01"),
    whyalla,
    isIndustrial,
  ),
  "grants-pass-inside-perimeters": count(hotspots, august2023, grantsPass, isInside),
  "oregon-may-be-new": count(hotspots, august2023, roseburg, isUnexplained),
};
