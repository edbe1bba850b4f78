import { inCountry, inCounty, inIsland, inNatural, inPark, inRegion, isName } from "./areas.mjs";
import { hotspots, staticSources } from "./data.mjs";
import { between, count } from "./select.mjs";

const twoDays = between("2023-08-01", "2023-08-03");
const spring = between("2022-03-28", "2022-04-05");
const oregon = inRegion("USA", "Oregon");

export const namedAreas = {
  "in-oregon": count(hotspots, twoDays, oregon),
  "in-trinity-county": count(hotspots, twoDays, inCounty("06105")),
  "in-curry-county": count(hotspots, twoDays, inCounty("41015")),
  "plants-on-evia": count(staticSources, inIsland("GRC", 23.8, 38.6)),
  "in-fiji": count(hotspots, inCountry("FJI")),
  "in-chukotka": count(hotspots, inRegion("RUS", "Chukchi Autonomous Okrug")),
  "on-the-aleutians": count(hotspots, inNatural("ALEUTIAN ISLANDS")),
  "in-lesotho": count(hotspots, twoDays, inCountry("LSO")),
  "in-south-africa": count(hotspots, twoDays, inCountry("ZAF")),
  "in-minas-gerais": count(hotspots, spring, inRegion("BRA", "Minas Gerais")),
  "on-sumatra": count(hotspots, spring, inNatural("SUMATRA")),
  "on-sicily": count(hotspots, twoDays, inNatural("Sicilia")),
  "in-crater-lake": count(hotspots, inPark("Crater Lake")),
  "in-sierra-nevada-of-california": count(hotspots, inNatural("SIERRA NEVADA")),
  "georgia-alone": isName("country", "Georgia") && isName("name", "Georgia") ? "invalid" : "valid",
  "georgia-in-the-caucasus": count(hotspots, inCountry("GEO")),
  "georgia-in-the-usa": count(hotspots, inRegion("USA", "Georgia")),
  "in-misspelt-oregon": count(hotspots, oregon),
  "in-atlantis": isName("country", "Atlantis") || isName("name", "Atlantis") ? "valid" : "invalid",
};
