// Common names of countries, by hand: those that Unicode and GeoNames lack.

/** @type {Record<string, string[]>} By country code: the name to show first, then others. */
export const countryNames = {
  CD: ["Democratic Republic of the Congo", "DR Congo", "DRC", "Congo DRC", "Congo Kinshasa"],
  CG: ["Republic of the Congo", "Congo Brazzaville", "Congo"],
  CI: ["Ivory Coast", "Côte d'Ivoire"],
  CV: ["Cape Verde", "Cabo Verde"],
  CZ: ["Czechia", "Czech Republic"],
  GB: ["United Kingdom", "UK", "Great Britain", "Britain"],
  HK: ["Hong Kong"],
  IR: ["Iran", "Persia"],
  KP: ["North Korea", "DPRK"],
  KR: ["South Korea", "Korea", "Republic of Korea"],
  MK: ["North Macedonia", "Macedonia"],
  MM: ["Myanmar", "Burma", "Birmania", "Birmanie", "Birma", "Birmânia"],
  MO: ["Macao", "Macau"],
  NL: ["Netherlands", "The Netherlands", "Holland"],
  PS: ["Palestinian Territories", "Palestine"],
  RU: ["Russia", "Russian Federation"],
  SZ: ["Eswatini", "Swaziland"],
  TL: ["Timor-Leste", "East Timor"],
  TR: ["Turkey", "Türkiye"],
  US: ["United States", "USA", "U.S.A.", "United States of America", "America"],
  AE: ["United Arab Emirates", "UAE"],
};
