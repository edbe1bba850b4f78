import { hostile, mark, names } from "@emberline/test-support/hostile-names";
import type { FakeService } from "./support.ts";

export const hotspots = "svc:hotspots";
export const perimeters = "svc:satellite-perimeters";
export const hostileId = `${mark}-obey-me`;

const square = [
  [10, 50],
  [11, 50],
  [11, 51],
  [10, 51],
  [10, 50],
];

/** A service whose every text is hostile: ids, names, values, titles, notices and errors. */
export function hostileService(): FakeService {
  const properties = (i: number) => ({
    ...Object.fromEntries(names.map((name) => [name, i === 0 ? 1 : hostile(i)])),
    datetime: "2025-06-19T10:00:00Z",
    fire_id: `${hostile(2)}${i}`,
    fire_name: i < 2 ? hostile(3 + i) : `${mark} Creek`,
    state: hostile(4),
    category: hostile(5),
    frp: i,
  });
  const features = (type: string, coordinates: unknown) =>
    Array.from({ length: 4 }, (_, i) => ({
      type: "Feature",
      id: `${hostile(6)}${i}`,
      geometry: { type, coordinates },
      properties: properties(i),
    }));
  const all: Record<string, ReturnType<typeof features>> = {
    [hotspots]: features("Point", [10, 50]),
    [perimeters]: features("Polygon", [square]),
    "svc:static-heat-sources": features("Point", [10, 50]),
    [hostileId]: features("Point", [10, 50]),
    [hostile(0)]: [],
  };
  const about = (id: string) => ({
    id,
    title: hostile(7),
    description: hostile(8),
    links: [],
    notices: [hostile(9)],
    attribution: hostile(10),
    extent: { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-20T00:00:00Z"]] } },
  });
  return {
    features: all,
    queryables: [...names, "datetime", "fire_id", "fire_name", "state", "category", "frp"].map(
      (id) => ({ id, type: id === "datetime" ? "dateTime" : id === "frp" ? "number" : "string" }),
    ),
    simulations: [],
    intercept(url: URL) {
      const [id, part] = decodeURIComponent(url.pathname).split("/").slice(5);
      if (url.pathname.endsWith("/collections"))
        return Response.json({ collections: Object.keys(all).map(about) });
      if (id !== undefined && part === undefined && all[id]) return Response.json(about(id));
      if (url.searchParams.get("filter")?.includes("fault"))
        return Response.json({ code: hostile(11), description: hostile(12) }, { status: 400 });
      return undefined;
    },
  };
}
