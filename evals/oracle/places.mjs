// What is near a named place: where it lies is read from the shared
// places file, not from a gazetteer.
import { places as all, hotspots, perimeters, staticSources } from "./data.mjs";
import { contains, distanceKm, edgeDistanceKm, within } from "./geodesy.mjs";
import { between, closest, count, descending, during, newestPerFire } from "./select.mjs";

const stateNames = { MO: "Missouri", MA: "Massachusetts", IL: "Illinois", OR: "Oregon" };

const named = (name) =>
  descending(
    all.filter((each) => each.name === name),
    "population",
  );
const place = (name, country, admin1) =>
  named(name).find((each) => each.country === country && (!admin1 || each.admin1 === admin1));
const at = ({ lon, lat }) => [lon, lat];
const to = (center) => (point) => distanceKm(at(center), point);

/**
 * Features within the radius; none may lie so near to its edge that a place rounded to 0.15 km
 * would change the count.
 */
function countWithin(features, km, center) {
  const [least, most] = [km - 0.3, km + 0.3].map((each) =>
    count(features, within(each, at(center))),
  );
  if (least !== most)
    throw new Error(`a feature lies at the edge of ${km} km around ${center.name}`);
  return most;
}

/** Fewest letters to insert, delete or replace (Levenshtein, 1966). */
function steps(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, each] of [...other].entries())
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (each === letter ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}

const medford = named("Medford")[0];
const grantsPass = place("Grants Pass", "US", "OR");
const springfields = named("Springfield");

export const placeAnswers = {
  "near-armidale-by-name": countWithin(
    hotspots.filter(during("2019-09-10")),
    70,
    place("Armidale", "AU"),
  ),
  "near-lahaina-by-name": closest(
    hotspots.filter(between("2024-04-01", "2024-07-01")),
    to(place("Lahaina", "US", "HI")),
  ).measure,
  "near-yogyakarta-by-name": closest(
    staticSources.filter(({ category }) => category === "volcano"),
    to(place("Yogyakarta", "ID")),
  ).name,
  "near-kyiv-in-its-own-script": countWithin(
    hotspots.filter(between("2022-03-28", "2022-04-05")),
    250,
    place("Kyiv", "UA"),
  ),
  "near-athens-the-capital": countWithin(staticSources, 120, place("Athens", "GR")),
  "near-medford-by-state": countWithin(
    hotspots.filter(during("2026-07-17")),
    150,
    place("Medford", "US", "OR"),
  ),
  "fire-nearest-to-grants-pass-by-name": closest(
    newestPerFire(perimeters.filter(during("2023-08"))),
    ({ polygons }) => (contains(polygons, grantsPass) ? 0 : edgeDistanceKm(polygons, grantsPass)),
  ).incident_name,
  "medford-of-most-people": countWithin(hotspots.filter(during("2026-07-18")), 150, medford),
  "springfield-of-most-people": stateNames[springfields[0].admin1],
  "people-of-coimbra": place("Coimbra", "PT").population,
  "place-at-a-position": closest(all, to({ lon: -121.31, lat: 44.06 })).name,
  "misspelled-albuquerque": closest(all, ({ name }) => steps(name, "Albequerque")).name,
  "springfield-alone": springfields.length > 1 ? "invalid" : "valid",
};
