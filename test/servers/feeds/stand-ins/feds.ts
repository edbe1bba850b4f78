import { day } from "../world/clock.ts";
import { isoWithoutZone, type Step } from "../world/feds.ts";
import { type Answer, htmlAnswer, jsonAnswer } from "./answer.ts";

/** Perimeter collections of FEDS; all hold the same rows here. */
const collections = [
  "public.eis_fire_snapshot_perimeter_nrt",
  "public.eis_fire_lf_perimeter_nrt",
  "pg_temp.eis_fire_lf_perimeter_nrt_latest",
];

const queryables = ["fireid", "primarykey", "t", "duration", "farea", "region", "isactive"];

/** The answer of tipg at a simulated instant; `base` is the path of its landing page. */
export function answerFeds(steps: readonly Step[], url: URL, base: string, now: number): Answer {
  const path = url.pathname.slice(base.length).replace(/\/$/, "");
  const link = (rel: string, href: string) => ({ rel, href, type: "application/json" });
  const root = `${url.origin}${base}`;
  const self = (id: string) => ({
    id,
    title: id,
    links: [link("items", `${root}/collections/${id}/items`)],
    extent: { spatial: { bbox: [[-180, -90, 180, 90]] } },
    itemType: "feature",
  });
  if (path === "")
    return jsonAnswer({ title: "FEDS", links: [link("data", `${root}/collections`)] });
  if (path === "/conformance") {
    const core = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core";
    return jsonAnswer({ conformsTo: [core, core.replace("core", "geojson")] });
  }
  if (path === "/collections") return jsonAnswer({ collections: collections.map(self), links: [] });
  const [, id, rest] = /^\/collections\/([^/]+)(?:\/(.+))?$/.exec(decodeURIComponent(path)) ?? [];
  if (!id || !collections.includes(id)) return jsonAnswer({ detail: "Not found" }, 404);
  if (rest === undefined) return jsonAnswer(self(id));
  if (rest === "queryables") {
    const properties = Object.fromEntries(queryables.map((name) => [name, { type: "string" }]));
    return jsonAnswer({ type: "object", properties });
  }
  return rest === "items" ? items(steps, url, now) : jsonAnswer({ detail: "Not found" }, 404);
}

function items(steps: readonly Step[], url: URL, now: number): Answer {
  const query = (name: string) => url.searchParams.get(name);
  const limit = Number(query("limit") ?? 10);
  const offset = Number(query("offset") ?? 0);
  if (!(limit >= 1 && limit <= 10_000)) return jsonAnswer({ detail: "Invalid limit" }, 422);
  // Polygons of megabytes: the gateway gives up.
  if (limit > 1000) return htmlAnswer("502 Bad Gateway", 502);
  const during = interval(query("datetime"));
  const matches = condition(query("filter"));
  if (!during || !matches) return jsonAnswer({ detail: "Invalid datetime or filter" }, 400);
  const [west, south, east, north] = (query("bbox") ?? "-180,-90,180,90").split(",").map(Number);
  // A rolling history of about 20 days.
  const found = steps.filter(
    (step) =>
      step.from <= now &&
      now < step.until &&
      step.t > now - 20 * day &&
      step.t >= during[0] &&
      step.t <= during[1] &&
      matches(step) &&
      step.geometry.coordinates[0]!.some(
        ([x, y]) => x! >= west! && x! <= east! && y! >= south! && y! <= north!,
      ),
  );
  const sort = query("sortby");
  const sign = sort?.startsWith("-") ? -1 : 1;
  const key = sort === "t" || sort === "+t" || sort === "-t";
  found.sort(
    (one, other) =>
      (key ? sign * (one.t - other.t) : 0) || (one.primarykey < other.primarykey ? -1 : 1),
  );
  const page = found.slice(offset, offset + limit);
  const next = new URL(url);
  next.searchParams.set("offset", String(offset + page.length));
  const more = offset + page.length < found.length;
  return {
    ...jsonAnswer({
      type: "FeatureCollection",
      numberMatched: found.length,
      numberReturned: page.length,
      links: [
        { rel: "self", href: url.href, type: "application/geo+json" },
        ...(more ? [{ rel: "next", href: next.href, type: "application/geo+json" }] : []),
      ],
      features: page.map(feature),
    }),
    type: "application/geo+json",
    headers: { "cache-control": "public, max-age=3600" },
  };
}

function feature(step: Step) {
  return {
    type: "Feature",
    id: step.primarykey,
    geometry: step.geometry,
    properties: {
      fireid: step.fireid,
      primarykey: step.primarykey,
      t: isoWithoutZone(step.t),
      duration: 3.5,
      farea: step.farea,
      fperim: 12.5,
      flinelen: 3.1,
      n_pixels: 100 + step.newPixels,
      n_newpixels: step.newPixels,
      pixden: 2.2,
      meanfrp: step.meanFrp,
      isactive: 1,
      region: step.region,
      geom_counts: null,
      low_confidence_grouping: null,
    },
  };
}

/** Needs full ISO times; open ends as `..` or nothing. */
function interval(text: string | null): [number, number] | undefined {
  if (text === null) return [-Infinity, Infinity];
  const ends = text.split("/");
  const [start, end] = ends.length === 1 ? [ends[0]!, ends[0]!] : (ends as [string, string]);
  const open = (end: string) => end === "" || end === "..";
  const full = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
  if ([start, end].some((end) => !open(end) && !full.test(end))) return undefined;
  return [open(start) ? -Infinity : Date.parse(start), open(end) ? Infinity : Date.parse(end)];
}

/** Comparisons of `t` and `farea`, joined by AND. */
function condition(text: string | null): ((step: Step) => boolean) | undefined {
  if (text === null) return () => true;
  const tests: ((step: Step) => boolean)[] = [];
  for (const part of text.split(/\s+AND\s+/i)) {
    const [, name, operator, value] =
      /^\(?\s*(t|farea)\s*(>=|>|<=|<)\s*(.+?)\s*\)?$/i.exec(part) ?? [];
    if (!name || !value) return undefined;
    const zoned = (time: string) => Date.parse(/Z$/.test(time) ? time : `${time}Z`);
    const number =
      name === "t" ? zoned(value.replace(/^(TIMESTAMP\()?'|'\)?$/gi, "")) : Number(value);
    if (Number.isNaN(number)) return undefined;
    tests.push((step) => {
      const left = name === "t" ? step.t : step.farea;
      if (operator === ">=") return left >= number;
      if (operator === ">") return left > number;
      return operator === "<=" ? left <= number : left < number;
    });
  }
  return (step) => tests.every((test) => test(step));
}
