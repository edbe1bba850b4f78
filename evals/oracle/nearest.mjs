import { hotspots, perimeters } from "./data.mjs";
import { contains, directionTo, distanceKm, edgeDistanceKm } from "./geodesy.mjs";
import { between, closest, during, inBox, newestPerFire } from "./select.mjs";

const to = (lon, lat) => (point) => distanceKm([lon, lat], point);
const medford = [-122.8756, 42.3265];
const nearMedford = closest(hotspots.filter(during("2026-07-16")), to(...medford));
const nipton = { lon: -115.2722, lat: 35.4664 };

export const nearest = {
  "hotspot-nearest-to-lahaina": closest(
    hotspots.filter(between("2024-04-01", "2024-07-01")),
    to(-156.6825, 20.8783),
  ).measure,
  "hotspot-nearest-to-medford-direction": directionTo(medford, nearMedford),
  "fire-nearest-to-nipton": closest(newestPerFire(perimeters.filter(during("2023"))), (each) =>
    contains(each.polygons, nipton) ? 0 : edgeDistanceKm(each.polygons, nipton),
  ).incident_name,
  "hotspot-nearest-to-taveuni": closest(
    hotspots.filter(during("2018-12")).filter(inBox(170, -26, -170, -8)),
    to(-179.97, -16.85),
  ).measure,
};
