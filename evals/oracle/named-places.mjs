import { hotspots, perimeters, places, staticSources } from "./data.mjs";
import { contains, distanceKm, edgeDistanceKm, within } from "./geodesy.mjs";
import { between, closest, count, newest } from "./select.mjs";

const twoDays = hotspots.filter(between("2023-08-01", "2023-08-03"));
const place = (name, country, admin1) =>
  places.find((each) => each.name === name && each.country === country && each.admin1 === admin1);
// The shared places lack villages, so these positions are from Wikipedia and BC Geographical Names.
const mati = { name: "Mati", lon: 23.995, lat: 38.043 };
const lytton = { name: "Lytton", lon: -121.581, lat: 50.231 };

/** No feature may lie where another centre of the place would change the count. */
function countAround(features, km, center, slackKm = 1.5) {
  const [least, most] = [km - slackKm, km + slackKm].map((each) =>
    count(features, within(each, [center.lon, center.lat])),
  );
  if (least !== most)
    throw new Error(`a feature lies at the edge of ${km} km around ${center.name}`);
  return most;
}

const laPine = place("La Pine", "US", "OR");
const ofName = (name) => newest(perimeters.filter(({ incident_name }) => incident_name === name));

/** Places with more than 1,000 people and their distance to the edge, nearest first. */
function townsNear(fire, km) {
  const { polygons } = ofName(fire);
  const [lon, lat] = polygons[0][0][0];
  return places
    .filter((each) => distanceKm([lon, lat], each) < km + 100)
    .map((each) => ({
      ...each,
      km: contains(polygons, each) ? 0 : edgeDistanceKm(polygons, each),
    }))
    .filter((each) => each.km <= km)
    .sort((x, y) => x.km - y.km);
}

export const namedPlaces = {
  "near-la-pine": closest(twoDays, (each) => distanceKm([laPine.lon, laPine.lat], each)).measure,
  "near-paradise": countAround(twoDays, 250, place("Paradise", "US", "CA"), 0.3),
  "near-mati": countAround(staticSources, 60, mati),
  "near-lytton": countAround(twoDays, 100, lytton),
  "near-nowhere": places.some(({ name }) => name === "Nonexistentville") ? "valid" : "invalid",
  "town-nearest-to-gray": townsNear("GRAY", 25)[0].name,
  "people-near-gray": townsNear("GRAY", 10).reduce((sum, { population }) => sum + population, 0),
  "oliver-and-eagle-bluff": townsNear("EAGLE BLUFF", 25).find(({ name }) => name === "Oliver").km,
};
