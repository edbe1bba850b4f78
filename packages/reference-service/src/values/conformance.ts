const part1 = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf";
const part2 = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf";
const part3 = "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf";
const cql2 = "http://www.opengis.net/spec/cql2/1.0/conf";

/** The service's own classes: counts and statistics of features, by groups. */
const aggregate = "https://github.com/emberline/emberline/spec/aggregate/1.0/conf";

/** The conformance classes that the service implements. */
export const conformanceClasses: readonly string[] = [
  `${part1}/core`,
  `${part1}/html`,
  `${part1}/geojson`,
  `${part1}/oas30`,
  `${part2}/crs`,
  `${part3}/queryables`,
  `${part3}/filter`,
  `${part3}/features-filter`,
  `${cql2}/cql2-text`,
  `${cql2}/basic-cql2`,
  `${cql2}/advanced-comparison-operators`,
  `${cql2}/case-insensitive-comparison`,
  `${cql2}/accent-insensitive-comparison`,
  `${cql2}/basic-spatial-functions`,
  `${cql2}/basic-spatial-functions-plus`,
  `${cql2}/spatial-functions`,
  `${cql2}/temporal-functions`,
  `${cql2}/array-functions`,
  `${cql2}/property-property`,
  `${cql2}/arithmetic`,
  `${aggregate}/aggregate`,
  `${aggregate}/areas`,
  `${aggregate}/post`,
];
