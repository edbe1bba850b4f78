const PART_1 = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf";
const PART_2 = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf";
const PART_3 = "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf";
const CQL2 = "http://www.opengis.net/spec/cql2/1.0/conf";

/** The conformance classes that the service implements. */
export const CONFORMANCE_CLASSES: readonly string[] = [
  `${PART_1}/core`,
  `${PART_1}/html`,
  `${PART_1}/geojson`,
  `${PART_1}/oas30`,
  `${PART_2}/crs`,
  `${PART_3}/queryables`,
  `${PART_3}/filter`,
  `${PART_3}/features-filter`,
  `${CQL2}/cql2-text`,
  `${CQL2}/basic-cql2`,
  `${CQL2}/advanced-comparison-operators`,
  `${CQL2}/case-insensitive-comparison`,
  `${CQL2}/accent-insensitive-comparison`,
  `${CQL2}/basic-spatial-functions`,
  `${CQL2}/basic-spatial-functions-plus`,
  `${CQL2}/spatial-functions`,
  `${CQL2}/temporal-functions`,
  `${CQL2}/array-functions`,
  `${CQL2}/property-property`,
  `${CQL2}/arithmetic`,
];
