// Values of the perimeters that contradict each other, and the detections of a fire's time.
import { hotspots, perimeters } from "./data.mjs";
import { contains, shoelaceKm2 } from "./geodesy.mjs";
import { between, groupBy, newest } from "./select.mjs";

const acreKm2 = 0.0040468564224;
const dayMs = 86_400_000;

/** Whether a stated area and the outline differ by more than a factor of 2 and 0.1 km². */
function isContradicted({ gis_acres: acres, polygons }) {
  if (!(acres > 0)) return false;
  const [less, more] = [acres * acreKm2, shoelaceKm2(polygons)].sort((x, y) => x - y);
  return more > 2 * less && more - less > 0.1;
}

const ofId = (wanted) => perimeters.find(({ id }) => id === wanted);
const yesOrNo = (wanted) => (isContradicted(ofId(wanted)) ? "yes" : "no");
const ofFire = (wanted) => perimeters.filter(({ incident_id: id }) => id === wanted);

/** The dates on which a fire is smaller than before by more than a tenth and 1 km². */
function falls(fire) {
  const days = [...groupBy(ofFire(fire), ({ date }) => date)].sort(([x], [y]) => (x < y ? -1 : 1));
  const areas = days.map(([date, group]) => ({ date, km2: shoelaceKm2(newest(group).polygons) }));
  const fallen = areas.filter(({ km2 }, i) => {
    const before = areas[i - 1]?.km2 ?? 0;
    return before - km2 > 1 && before - km2 > before / 10;
  });
  return fallen.map(({ date }) => date).join(", ") || "none";
}

/** Detections in the newest outline, from two days before the first mapping to two after the last. */
function detections(fire) {
  const mappings = ofFire(fire);
  const days = mappings.map(({ date }) => Date.parse(date));
  const iso = (epochMs) => new Date(epochMs).toISOString();
  const inTime = hotspots.filter(
    between(iso(Math.min(...days) - 2 * dayMs), iso(Math.max(...days) + 3 * dayMs)),
  );
  if (inTime.length === 0) return "no observations";
  const { polygons } = newest(mappings);
  return inTime.filter((point) => contains(polygons, point)).length;
}

export const contradictions = {
  "perimeters-with-a-wrong-size": perimeters.filter(isContradicted).length,
  "size-of-mahogany": yesOrNo("2024-ORWWF-000365-002"),
  "size-of-lerdo": yesOrNo("2023-CACND-000800-000"),
  "size-of-lost": yesOrNo("2023-CARWP-000959-001"),
  "size-of-cacnd-2389": yesOrNo("2023-CACND-002389-000"),
  "size-of-durkee": yesOrNo("2024-ORVAD-240141-010"),
  "falls-of-durkee": falls("2024-ORVAD-240141"),
  "falls-of-flat": falls("2023-ORRSF-000209"),
  "falls-of-york": falls("2023-CAMNP-010701"),
  "falls-of-eagle-bluff": falls("2023-WANES-001759"),
  "falls-of-boulder": falls("2023-ORMHF-000583"),
  "detections-of-flat": detections("2023-ORRSF-000209"),
  "detections-of-durkee": detections("2024-ORVAD-240141"),
  "detections-of-eagle-bluff": detections("2023-WANES-001759"),
  "detections-of-sourdough": detections("2023-WANCP-000262"),
};
