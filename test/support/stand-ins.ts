/*
 * Small servers with the habits of known ones. Those of tipg, pygeoapi and GeoServer were read from
 * their published sources, that of ldproxy from its documentation and sources; MapServer and QGIS
 * Server themselves run in real-servers.suite.ts. Each selects by code of its own.
 */

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface Detection {
  readonly type: "Feature";
  readonly id?: string | number;
  readonly geometry: { readonly type: "Point"; readonly coordinates: [number, number] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Detections on three days and on both sides of the antimeridian. */
export const detections: readonly Detection[] = Array.from({ length: 1234 }, (_, i) => ({
  type: "Feature",
  id: i + 1,
  geometry: {
    type: "Point",
    coordinates: [((i * 37) % 360) - 180 + 0.25, ((i * 17) % 120) - 60 + 0.25],
  },
  properties: {
    observed_at: new Date(Date.UTC(2026, 6, 1 + (i % 3), i % 24, i % 60)).toISOString(),
    satellite: ["Aqua", "Terra", "NOAA-20"][i % 3],
    brightness: 300 + (i % 100),
  },
}));

/** What a server does with a parameter: applies, ignores or refuses it with 400. */
type Habit = "applies" | "ignores" | "refuses";

export interface Habits {
  readonly datetime: Habit;
  readonly filter: Habit;
  readonly classes: readonly string[] | null;
  readonly queryables: "schema" | "missing";
  readonly schema?: boolean;
  /** Larger pages are cut, or refused. */
  readonly maxLimit: number;
  readonly overLimit: "cuts" | "refuses" | "ignores";
  readonly links: "absolute" | "relative" | "http" | "none";
  readonly offset: "offset" | "startIndex" | "ignored";
  readonly hasCount: boolean;
  /** Sorts by one property, features of one value as they come; default: ignored. */
  readonly sortby?: "missing first" | "missing last" | "each page";
  /** A full page links to a next one, though that may be empty. */
  readonly linksWhenFull?: boolean;
  /** Refuses intervals with an open end. */
  readonly closedOnly?: boolean;
  /** The status of refusals; default 400. */
  readonly refusal?: number;
  readonly hasSimulations?: boolean;
  /** Refuses parameters that it does not know. */
  readonly isStrict?: boolean;
  /** Sends HTML unless asked by this value of `f`; undefined: heeds `Accept`. */
  readonly onlyByF?: string;
  readonly idOf?: (detection: Detection) => string | number | undefined;
  readonly timeOf?: (detection: Detection) => unknown;
  /** The detections it has; default: all. */
  readonly rows?: readonly Detection[];
}

const root = "https://features.example/api";

export interface StandIn {
  readonly fetch: Fetch;
  /** The query of every request for items. */
  readonly asked: URLSearchParams[];
}

export function standIn(habits: Habits): StandIn {
  const asked: URLSearchParams[] = [];
  const fetch: Fetch = async (input, init) => {
    const url = new URL(String(input));
    const accept = new Headers(init?.headers).get("accept") ?? "";
    const form = url.searchParams.get("f");
    const isJson = habits.onlyByF === undefined ? accept.includes("json") : form === habits.onlyByF;
    const path = url.pathname.slice(new URL(root).pathname.length);
    if (!isJson) return new Response("<html>", { headers: { "content-type": "text/html" } });
    if (path.endsWith("/items")) asked.push(url.searchParams);
    if (path === "/v1/fire-spread/simulations" && habits.hasSimulations)
      return Response.json({ items: [], nextCursor: null });
    return answer(path, url, habits);
  };
  return { fetch, asked };
}

function answer(path: string, url: URL, habits: Habits): Response {
  const refuse = (status: number, description: string) =>
    Response.json({ code: String(status), description }, { status });
  if (path === "/conformance") {
    return habits.classes
      ? Response.json({ conformsTo: habits.classes })
      : refuse(404, "Not Found");
  }
  const collection = { id: "detections", title: "Detections", links: [] };
  if (path === "/collections") return Response.json({ links: [], collections: [collection] });
  if (path === "/collections/detections") return Response.json(collection);
  const described = {
    type: "object",
    properties: {
      geom: { $ref: "https://geojson.org/schema/Point.json", "x-ogc-role": "primary-geometry" },
      observed_at: { type: "string", format: "date-time" },
      satellite: { type: "string" },
      brightness: { type: "integer" },
    },
  };
  if (path === "/collections/detections/queryables" && habits.queryables === "schema")
    return Response.json(described);
  if (path === "/collections/detections/schema" && habits.schema) return Response.json(described);
  if (path !== "/collections/detections/items") return refuse(404, "Not Found");
  return items(url, habits, refuse);
}

function items(
  url: URL,
  habits: Habits,
  refuse: (status: number, description: string) => Response,
): Response {
  const { searchParams } = url;
  const refused = (description: string) => refuse(habits.refusal ?? 400, description);
  const offsetName = habits.offset === "startIndex" ? "startIndex" : "offset";
  const known = ["limit", "bbox", "f", offsetName, "datetime"];
  if (habits.filter === "applies") known.push("filter", "filter-lang");
  if (habits.sortby !== undefined) known.push("sortby");
  const unknown = [...searchParams.keys()].find((name) => !known.includes(name));
  if (habits.isStrict && unknown !== undefined)
    return refused(`The parameter '${unknown}' is unknown.`);
  for (const name of ["datetime", "filter"] as const)
    if (searchParams.has(name) && habits[name] === "refuses")
      return refused(`${name} is not supported`);
  if (habits.closedOnly && searchParams.get("datetime")?.includes(".."))
    return refused("datetime has an open end");
  const limit = Number(searchParams.get("limit") ?? 10);
  if (limit > habits.maxLimit && habits.overLimit === "refuses")
    return refused(`limit must be at most ${habits.maxLimit}`);
  const box = searchParams.get("bbox")?.split(",").map(Number);
  if (box && box[0]! > box[2]!) return refused("minx is greater than maxx");
  const matches = (habits.rows ?? detections).filter(
    (each) =>
      (!box || inBox(each, box)) &&
      (habits.datetime !== "applies" || inTime(each, searchParams.get("datetime"))) &&
      (habits.filter !== "applies" || passes(each, searchParams.get("filter"))),
  );
  const sortBy = searchParams.get("sortby");
  if (sortBy !== null && habits.sortby?.startsWith("missing")) matches.sort(order(sortBy, habits));
  const start = habits.offset === "ignored" ? 0 : Number(searchParams.get(offsetName) ?? 0);
  const size = habits.overLimit === "ignores" ? matches.length : Math.min(limit, habits.maxLimit);
  const page = matches.slice(start, start + size);
  if (sortBy !== null && habits.sortby === "each page") page.sort(order(sortBy, habits));
  const features = page.map((each) => shown(each, habits));
  const end = start + features.length;
  const next = new URL(url);
  next.searchParams.set(offsetName, String(end));
  const hrefs = {
    absolute: next.href,
    relative: next.search,
    http: `http://backend:8080/collections/detections/items${next.search}`,
    none: undefined,
  };
  const href = hrefs[habits.links];
  const isFull = features.length === limit;
  const hasNext = end < matches.length || (habits.linksWhenFull === true && isFull);
  const links = [
    { rel: "self", href: url.href },
    ...(hasNext && href !== undefined ? [{ rel: "next", href }] : []),
  ];
  return Response.json({
    type: "FeatureCollection",
    features,
    ...(habits.links !== "none" && { links }),
    timeStamp: "2026-07-04T00:00:00.000000Z",
    ...(habits.hasCount && { numberMatched: matches.length, numberReturned: features.length }),
  });
}

function shown(each: Detection, { idOf, timeOf }: Habits): Detection {
  const { id: _, ...rest } = each;
  const id = idOf ? idOf(each) : each.id;
  const time = timeOf ? { observed_at: timeOf(each) } : {};
  return {
    ...rest,
    ...(id !== undefined && { id }),
    properties: { ...each.properties, ...time },
  };
}

function order(sortBy: string, { sortby }: Habits) {
  const [, minus, name = ""] = /^([-+]?)(.*)$/.exec(sortBy)!;
  const sign = minus === "-" ? -1 : 1;
  const missing = sortby === "missing first" ? -Infinity : Infinity;
  const keyOf = ({ properties }: Detection) => {
    const value = properties[name];
    if (value === undefined) return missing;
    return typeof value === "number" ? sign * value : sign * Date.parse(String(value));
  };
  return (a: Detection, b: Detection) => keyOf(a) - keyOf(b) || 0;
}

function inBox({ geometry }: Detection, box: readonly number[]): boolean {
  const [x, y] = geometry.coordinates;
  return x >= box[0]! && x <= box[2]! && y >= box[1]! && y <= box[3]!;
}

function inTime({ properties }: Detection, datetime: string | null): boolean {
  if (datetime === null) return true;
  const [from = "", to = from] = datetime.split("/");
  const ms = Date.parse(String(properties.observed_at));
  const open = (end: string) => end === "" || end === "..";
  return (open(from) || ms >= Date.parse(from)) && (open(to) || ms <= Date.parse(to));
}

/** Only what the questions of the tests need of CQL2: comparisons, all joined by AND or by OR. */
function passes({ properties }: Detection, filter: string | null): boolean {
  if (filter === null) return true;
  const join = filter.includes(" OR ") ? " OR " : " AND ";
  const results = filter.split(join).map((part) => {
    const [, missing, not] = /^"?(\w+)"? IS (NOT )?NULL$/.exec(part) ?? [];
    if (missing !== undefined) return (properties[missing] === undefined) !== (not !== undefined);
    const [, name, operator, text, number, instant] =
      /^"?(\w+)"? (=|>=|<=|<) (?:'([^']*)'|(\d+)|TIMESTAMP\('([^']*)'\))$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`this stand-in does not know ${filter}`);
    const value = properties[name];
    if (operator === "=") return String(value) === (text ?? number);
    const [own, other] = instant
      ? [Date.parse(String(value)), Date.parse(instant)]
      : [Number(value), Number(number ?? text)];
    return operator === ">=" ? own >= other : operator === "<" ? own < other : own <= other;
  });
  return join === " OR " ? results.some(Boolean) : results.every(Boolean);
}

const part3Queryables = [
  "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables",
  "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables-query-parameters",
];
const core = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core";
const part3 = "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/filter";
const featuresFilter = "http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/features-filter";
const cql2 = "http://www.opengis.net/spec/cql2/1.0/conf/cql2-text";
const ecql = [
  "http://geoserver.org/spec/ecql/1.0/req/gs-ecql",
  "http://geoserver.org/spec/ecql/1.0/req/ecql-text",
];

const usual = {
  datetime: "applies",
  filter: "applies",
  classes: [core, part3, cql2],
  queryables: "schema",
  maxLimit: 10_000,
  overLimit: "cuts",
  links: "absolute",
  offset: "offset",
  hasCount: true,
} as const satisfies Habits;

/** Times without a zone, as text columns have them. */
const withoutZone = ({ properties }: Detection) =>
  String(properties.observed_at).replace(/\.\d+Z$/, "");

export const servers = {
  // Says that it filters, but in no language; FastAPI refuses by 422.
  "tipg: times as text, pages of at most 1,000, links behind a proxy": {
    ...usual,
    classes: [core, part3, featuresFilter],
    maxLimit: 1000,
    overLimit: "refuses",
    refusal: 422,
    links: "http",
    timeOf: withoutZone,
  },
  // Without a time field it ignores `datetime`; it knows only `filter-lang=cql-text`, unannounced.
  "pygeoapi: datetime ignored, no filter, HTML unless f=json": {
    ...usual,
    datetime: "ignores",
    filter: "refuses",
    classes: [core, ...part3Queryables],
    onlyByF: "json",
    overLimit: "cuts",
    maxLimit: 500,
    links: "relative",
    linksWhenFull: true,
  },
  "ldproxy: unknown parameters refused": {
    ...usual,
    classes: [core, ...part3Queryables, part3, featuresFilter, cql2],
    schema: true,
    isStrict: true,
    sortby: "missing last",
  },
  "a strict server with properties in the schema only": {
    ...usual,
    filter: "refuses",
    classes: [core],
    queryables: "missing",
    schema: true,
    isStrict: true,
  },
  "GeoServer: startIndex, ids with the layer's name, no open intervals": {
    ...usual,
    offset: "startIndex",
    classes: [core, featuresFilter, part3, ...ecql, cql2],
    closedOnly: true,
    idOf: ({ id }) => `detections.${id}`,
  },
  "a server with ECQL only, and no count": {
    ...usual,
    offset: "startIndex",
    hasCount: false,
    classes: [core, part3, ...ecql],
  },
  "MapServer: no datetime, no filter, no queryables": {
    ...usual,
    datetime: "ignores",
    filter: "ignores",
    classes: [core],
    queryables: "missing",
  },
  "a server that says it filters, and ignores the filter": {
    ...usual,
    filter: "ignores",
    datetime: "refuses",
  },
  "a bare server: no classes, ids, counts or links": {
    ...usual,
    datetime: "refuses",
    filter: "refuses",
    classes: null,
    queryables: "missing",
    links: "none",
    hasCount: false,
    maxLimit: 300,
    idOf: () => undefined,
  },
  "a server that ignores the limit": { ...usual, overLimit: "ignores", links: "none" },
} as const satisfies Record<string, Habits>;
