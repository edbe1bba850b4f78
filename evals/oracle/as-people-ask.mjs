// Regions, times in several languages, intersections, and what the data does not say.
import { inCountry, inCounty, inRegion, isName } from "./areas.mjs";
import { hotspots, perimeters, places, staticSources } from "./data.mjs";
import { areaKm2, distanceKm, edgeDistanceKm, within } from "./geodesy.mjs";
import { between, count, distinct, during, groupBy, inBox, newest } from "./select.mjs";

const twoDays = hotspots.filter(between("2023-08-01", "2023-08-03"));
const winter = hotspots.filter(between("2018-12-01", "2018-12-04"));
const spring = hotspots.filter(between("2022-03-28", "2022-04-05"));

const any = (tests) => (each) => tests.some((test) => test(each));
const no = (test) => (each) => !test(each);
const states = (code, names) => any(names.map((name) => inRegion(code, name)));
const countries = (codes) => any(codes.split(" ").map(inCountry));
const usStates = (names) => states("USA", names);

/** United Nations, M49, code 011. */
const westAfrica = countries("BEN BFA CPV CIV GMB GHA GIN GNB LBR MLI MRT NER NGA SEN SLE TGO SHN");
const southeastAsia = countries("BRN KHM IDN LAO MYS MMR PHL SGP THA TLS VNM");
const iberia = any([
  countries("AND GIB"),
  (each) => inCountry("PRT")(each) && no(states("PRT", ["Azores", "Madeira"]))(each),
  (each) =>
    inCountry("ESP")(each) &&
    no(states("ESP", ["Baleares", "Las Palmas", "Santa Cruz de Tenerife", "Ceuta", "Melilla"]))(
      each,
    ),
]);
const northeastOfBrazil = states("BRA", [
  ...["Alagoas", "Bahia", "Ceará", "Maranhão", "Paraíba", "Pernambuco", "Piauí"],
  ...["Rio Grande do Norte", "Sergipe"],
]);
const legalAmazon = states("BRA", [
  ...["Acre", "Amapá", "Amazonas", "Maranhão", "Mato Grosso", "Pará", "Rondônia", "Roraima"],
  "Tocantins",
]);
const southernCounties = ["25", "29", "37", "59", "65", "71", "73", "79", "83", "111"];
const southernCalifornia = any(
  southernCounties.map((each) => inCounty(`06${each.padStart(3, "0")}`)),
);
const newEngland = usStates([
  ...["Connecticut", "Maine", "Massachusetts", "New Hampshire", "Rhode Island", "Vermont"],
]);
const oregon = inRegion("USA", "Oregon");
const washington = inRegion("USA", "Washington");
const portland = places.find(
  ({ name, country, admin1 }) => name === "Portland" && country === "US" && admin1 === "OR",
);

const inStates = (codes) =>
  distinct(
    perimeters.filter(({ state }) => codes.includes(state)),
    "incident_id",
  );
const newestOf = (name) =>
  newest(perimeters.filter(({ incident_name }) => incident_name === name)).polygons;

/** The largest growth of a fire from the last mapping of a day to that of the next one, in km². */
function largestStep(id) {
  const mappings = perimeters.filter(({ incident_id }) => incident_id === id);
  const times = [...groupBy(mappings, ({ datetime }) => datetime)].sort(([x], [y]) =>
    x < y ? -1 : 1,
  );
  const areas = times.map(([, group]) => areaKm2(newest(group).polygons));
  return Math.max(...areas.slice(1).map((area, i) => area - areas[i]));
}

const isMissing = (property) =>
  [...hotspots, ...perimeters].every((each) => !(property in each)) ? "unanswerable" : "known";

export const asPeopleAsk = {
  "in-two-states": count(twoDays, any([oregon, washington])),
  "two-states-side-by-side": [count(twoDays, oregon), count(twoDays, washington)],
  "in-west-africa": count(winter, westAfrica),
  "in-southeast-asia": count(spring, southeastAsia),
  "on-the-iberian-peninsula": count(twoDays, iberia),
  "in-the-pacific-northwest": count(twoDays, usStates(["Idaho", "Oregon", "Washington"])),
  "in-southern-california": count(hotspots, southernCalifornia),
  "in-new-england": count(hotspots, newEngland),
  "plants-in-scandinavia": count(staticSources, countries("DNK NOR SWE")),
  "no-nordeste": count(twoDays, northeastOfBrazil),
  "na-amazonia-legal": count(spring, legalAmazon),
  "spain-and-portugal": [count(twoDays, inCountry("ESP")), count(twoDays, inCountry("PRT"))],
  "codes-of-a-list": count(twoDays, any([oregon, inRegion("USA", "California")])),
  "three-countries": ["BRA", "BOL", "PRY"].map((code) => count(twoDays, inCountry(code))),
  "oregon-west-of-a-meridian": count(twoDays, oregon, inBox(-125, 41, -122, 47)),
  "oregon-near-portland": count(hotspots, oregon, within(200, [portland.lon, portland.lat])),
  "mexico-and-canada-by-code": count(twoDays, countries("MEX CAN")),
  "in-the-lower-48": count(
    twoDays,
    inCountry("USA"),
    no(inRegion("USA", "Alaska")),
    no(inRegion("USA", "Hawaii")),
  ),
  "in-para": count(twoDays, inRegion("BRA", "Pará")),
  "fires-in-two-states": inStates(["US-OR", "US-WA"]),
  "am-17-juli": count(hotspots, during("2026-07-17")),
  "el-18-de-julio": count(hotspots, during("2026-07-18")),
  "le-17-juillet": count(hotspots, during("2026-07-17")),
  "il-18-luglio": count(hotspots, during("2026-07-18")),
  "em-17-de-julho": count(hotspots, during("2026-07-17")),
  "with-points": count(hotspots, during("2026-07-17")),
  "on-a-weekend": count(hotspots, between("2026-07-18", "2026-07-20")),
  "first-half-of-july": count(hotspots, between("2026-07-01", "2026-07-16")),
  "mid-july": count(hotspots, between("2026-07-11", "2026-07-21")),
  "since-a-day": count(hotspots, between("2026-07-17", null)),
  "in-pacific-time": count(hotspots, between("2026-07-17T07:00:00Z", "2026-07-18T07:00:00Z")),
  "from-a-town-to-an-edge": edgeDistanceKm(newestOf("EAGLE BLUFF"), {
    lon: -119.4395,
    lat: 48.7052,
  }),
  "largest-step-of-lone-rock": largestStep(
    perimeters.find(({ incident_name }) => incident_name === "0404 RV LONE ROCK").incident_id,
  ),
  "cause-of-a-fire": isMissing("cause"),
  "containment-of-a-fire": isMissing("percent_contained"),
  "evacuations-near-a-fire": "unanswerable",
  "closed-roads": "unanswerable",
  "air-quality-in-medford": "unanswerable",
  "houses-destroyed": isMissing("structures_destroyed"),
  "wind-at-a-fire": isMissing("wind_speed"),
  "ca-alone": isName("iso2", "CA") ? "invalid" : "valid",
  "in-alone": isName("iso2", "IN") ? "invalid" : "valid",
  "amazonas-alone": isName("name", "Amazonas") ? "invalid" : "valid",
  "the-south": "invalid",
  "in-the-urals": "invalid",
  "oregon-near-lisbon":
    distanceKm([-9.139, 38.722], { lon: -117, lat: 45 }) > 1000 ? "invalid" : "valid",
  "third-of-april-or-fourth-of-march": "invalid",
  "a-fire-not-mapped": perimeters.some(({ incident_name }) => /^palisades$/i.test(incident_name))
    ? "known"
    : "no data",
  "another-fire-not-mapped": perimeters.some(({ incident_name }) => /^dixie$/i.test(incident_name))
    ? "known"
    : "no data",
  "tomorrow-in-oregon": "no data",
  "hot-in-wakanda": isName("country", "Wakanda") || isName("name", "Wakanda") ? "valid" : "invalid",
};
