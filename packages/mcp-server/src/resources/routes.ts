/** A family of resources, each the answer of one tool. */
export interface Route {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** After the scheme; a segment in braces is a variable. */
  readonly path: string;
  readonly tool: string;
  /** Arguments of the tool that the query may give. */
  readonly query?: readonly string[];
  /** Whether people read it, and not models alone. */
  readonly isForPeople?: boolean;
  /** The part of the answer that the resource is; null if there is none such. */
  readonly select?: (answer: Answer, variables: Readonly<Record<string, string>>) => unknown;
}

export const scheme = "emberline://";

/** The tool's argument for each variable of a path. */
export const argumentOf: Readonly<Record<string, string>> = {
  collection: "collection",
  feature: "id",
  area: "within",
  place: "near",
  fire: "fire",
  bbox: "bbox",
};

const mapQuery = ["collections", "time", "time_zone", "width", "height", "theme"];
const map = { tool: "show_map", isForPeople: true };

const routes: readonly Route[] = [
  {
    name: "collections",
    title: "Collections",
    description: "The collections of fire data, with the area and time each covers.",
    path: "collections",
    tool: "list_collections",
  },
  {
    name: "collection",
    title: "Collection",
    description: "Days with data, kinds of features, properties with ranges, example filters.",
    path: "collections/{collection}",
    tool: "describe_collection",
  },
  {
    name: "queryables",
    title: "Queryables of a collection",
    description: "The properties that a filter may use, with types and example filters.",
    path: "collections/{collection}/queryables",
    tool: "describe_collection",
    select: onlyQueryables,
  },
  {
    name: "queryable",
    title: "Queryable",
    description: "One property: types, unit, range or values.",
    path: "collections/{collection}/queryables/{property}",
    tool: "describe_collection",
    select: onlyProperty,
  },
  {
    name: "feature",
    title: "Feature",
    description: "One hotspot, perimeter or static heat source, with all its properties.",
    path: "collections/{collection}/features/{feature}",
    tool: "get_feature",
    query: ["geometry"],
  },
  {
    name: "simulations",
    title: "Fire-spread simulations",
    description: "A page of the organization's simulations, newest first: forecasts.",
    path: "simulations",
    tool: "list_simulations",
    query: ["fire", "within", "near", "radius_km", "status", "since", "until", "limit", "cursor"],
  },
  {
    name: "area",
    title: "Fire situation in an area",
    description: "Detections by likely source, perimeters, towns, forecasts. Can be watched.",
    path: "areas/{area}",
    tool: "assess_location",
    query: ["time", "time_zone"],
    isForPeople: true,
  },
  {
    name: "place",
    title: "Fire situation at a place",
    description: "The same around a place, or around lat,lon. Can be watched.",
    path: "places/{place}",
    tool: "assess_location",
    query: ["radius_km", "time", "time_zone"],
    isForPeople: true,
  },
  {
    name: "fire",
    title: "Story of a fire",
    description: "Newest perimeter, growth, detections, towns, forecasts. Can be watched.",
    path: "fires/{fire}",
    tool: "assess_fire",
    query: ["time", "radius_km"],
    isForPeople: true,
  },
  {
    ...map,
    name: "map-of-area",
    title: "Map of an area",
    description: "A picture, and as JSON what it shows.",
    path: "map/within/{area}",
    query: mapQuery,
  },
  {
    ...map,
    name: "map-of-place",
    title: "Map around a place",
    description: "A picture, and as JSON what it shows.",
    path: "map/near/{place}",
    query: ["radius_km", ...mapQuery],
  },
  {
    ...map,
    name: "map-of-fire",
    title: "Map of a fire",
    description: "A picture, and as JSON what it shows.",
    path: "map/fire/{fire}",
    query: ["radius_km", ...mapQuery],
  },
  {
    ...map,
    name: "map-of-bbox",
    title: "Map of a box",
    description: "West, south, east, north in degrees. A picture, and as JSON what it shows.",
    path: "map/bbox/{bbox}",
    query: mapQuery,
  },
];

/** Resources that the offered tools can read. */
export function offeredRoutes(isOffered: (tool: string) => boolean): readonly Route[] {
  return routes.filter(({ tool }) => isOffered(tool));
}

/** The names of the variables in a route's path. */
export function variablesOf({ path }: Route): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** The URI template of a route (RFC 6570). */
export function templateOf({ path, query = [] }: Route): string {
  return `${scheme}${path}${query.length > 0 ? `{?${query.join(",")}}` : ""}`;
}

/** The URI of a route without variables, or with those of one segment. */
export function uriOf({ path }: Route, variables: Readonly<Record<string, string>> = {}): string {
  return `${scheme}${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(variables[name]!))}`;
}

/** Where the picture of a call of `show_map` is, in words for the answer. */
export function aboutPicture(input: Readonly<Record<string, unknown>>, isKept: boolean): string {
  const uri = mapUriOf(input);
  const elsewhere = [...(isKept ? ["at picture_url"] : []), ...(uri ? [`resource ${uri}`] : [])];
  return `The picture is the image of this result${elsewhere.length > 0 ? `; if it is not shown: ${elsewhere.join(" or ")}` : ""}.`;
}

/** A longer URI would take more of an answer than it is worth. */
const maxUriLength = 500;

/** The resource with the same map; null if none has these arguments. */
function mapUriOf(input: Readonly<Record<string, unknown>>): string | null {
  const { max_tokens: _, ...given } = input;
  const own = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === null || value === "" ? [] : [[name, String(value)] as const],
  );
  const [fitting] = routes.flatMap((route) => {
    const [variable] = variablesOf(route);
    const place = own.find(([name]) => name === argumentOf[variable ?? ""]);
    const isOfMap = route.tool === "show_map" && place !== undefined;
    const others = own.filter((each) => each !== place);
    return isOfMap && others.every(([name]) => route.query?.includes(name))
      ? [{ path: uriOf(route, { [variable!]: place[1] }), others }]
      : [];
  });
  if (!fitting) return null;
  const query = new URLSearchParams(fitting.others.map(([name, value]) => [name, value]));
  const uri = query.size > 0 ? `${fitting.path}?${query}` : fitting.path;
  return uri.length > maxUriLength ? null : uri;
}

/** The structured answer of a tool. */
type Answer = Readonly<Record<string, unknown>>;

/** What a filter on a collection may use, of its description. */
function onlyQueryables({ collection, properties, ...others }: Answer) {
  const { filters, omitted, notices, service_notices } = others;
  const named = propertiesOf(properties).map(({ name, types, unit }) => ({ name, types, unit }));
  return { collection, properties: named, filters, omitted, notices, service_notices };
}

/** One property of a collection's description; null if it has none of that name. */
function onlyProperty(
  { collection, properties }: Answer,
  { property }: Readonly<Record<string, string>>,
) {
  const described = propertiesOf(properties).find(({ name }) => name === property);
  return described ? { collection, ...described } : null;
}

function propertiesOf(properties: unknown): readonly Answer[] {
  return Array.isArray(properties) ? properties : [];
}
