/** Parameters, and names that callers send for them. The first parameter that a tool has counts. */
const otherNames: readonly (readonly [parameter: string, names: string])[] = [
  ["near", "place location position point coordinates center centre address city town"],
  ["within", "area region state province country county polygon place location"],
  ["bbox", "bounds bounding_box box extent envelope"],
  ["lon", "lng long longitude"],
  ["lat", "latitude"],
  ["radius_km", "radius distance distance_km buffer_km"],
  ["time", "date dates datetime day days period interval start end start_date end_date since"],
  ["after", "time date dates datetime interval period start end start_date end_date"],
  ["since", "start start_date from after time datetime date"],
  ["until", "end end_date to before"],
  ["time_zone", "tz timezone"],
  ["fire", "fire_name name incident incident_name"],
  ["name", "place location city town query q"],
  ["filter", "where cql cql2 query expression"],
  ["group_by", "by group grouping"],
  ["limit", "count max_results page_size n"],
  ["id", "feature_id feature"],
  ["collection", "collection_id layer dataset collections"],
  ["collections", "collection layers layer"],
];

/** The parameter in `known` that callers usually mean by `name`; else `name`. */
export function usualName(name: string, known: readonly string[]): string {
  const word = name.toLowerCase();
  const [parameter] =
    otherNames.find(([each, names]) => known.includes(each) && names.split(" ").includes(word)) ??
    [];
  return parameter ?? name;
}
