import { contextOf, type FakeService } from "./support.ts";

type Json = Record<string, unknown>;

/** The ways in which a service may treat a filter. */
type Manner = "applies" | "casei only" | "refuses" | "ignores";

const bare = (text: unknown) => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Whether properties pass a filter in the two forms used to find fires: LIKE with folding, and IN.
 */
function passes(filter: string, properties: Json): boolean {
  const isAccentless = /ACCENTI/i.test(filter);
  const fold = (text: unknown) => (isAccentless ? bare(text) : String(text).toLowerCase());
  const likes = [...filter.matchAll(/CASEI\("?(\w+)"?\)+ LIKE (?:ACCENTI\()?CASEI\('([^']*)'\)/gi)];
  const isLike = likes.some(([, name, pattern]) => {
    const escaped = fold(pattern)
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", ".*")
      .replaceAll("_", ".");
    const value = properties[name!];
    return typeof value === "string" && new RegExp(`^${escaped}$`, "s").test(fold(value));
  });
  const lists = [...filter.matchAll(/"?(\w+)"? IN \(([^)]*)\)/gi)];
  const isListed = lists.some(([, name, list]) =>
    list!.split(", ").some((value) => value.replace(/^'|'$/g, "") === String(properties[name!])),
  );
  return isLike || isListed;
}

/** Properties of detections only, and of perimeters only. */
const ofDetections = /^(frp|scan|track)$/;
const ofPerimeters = /^(incident_|fire_|state|sequence)/;

function ofCollection(queryables: readonly Json[], collection: string): Json[] {
  const foreign = collection.includes("perimeters") ? ofDetections : ofPerimeters;
  return queryables.filter(({ id }) => !foreign.test(String(id)));
}

/** A context over a service that applies, ignores or refuses such filters. */
export function fireService(service: FakeService, manner: Manner = "applies", now?: string) {
  const perimeters = service.features["svc:satellite-perimeters"] ?? [];
  return contextOf(
    {
      ...service,
      intercept: (url, request) => {
        if (/\/queryables$/.test(url.pathname)) {
          const [, collection] = /collections\/([^/]+)/.exec(decodeURI(url.pathname))!;
          if (!service.features[collection!]) return undefined;
          return Response.json({ queryables: ofCollection(service.queryables ?? [], collection!) });
        }
        const filter = url.searchParams.get("filter");
        const isRefused =
          manner === "refuses" || (manner === "casei only" && /ACCENTI/i.test(filter ?? ""));
        if (filter === null || manner === "ignores") return service.intercept?.(url, request);
        if (isRefused) return Response.json({ code: "invalid-parameter" }, { status: 400 });
        const features = perimeters.filter((each) => passes(filter, each.properties as Json));
        return Response.json({
          type: "FeatureCollection",
          features,
          numberMatched: features.length,
        });
      },
    },
    now,
  );
}
