import { point } from "./support.ts";

export const hours = (i: number) =>
  `2025-06-${10 + Math.floor(i / 24)}T${String(i % 24).padStart(2, "0")}:00:00Z`;
/** 200 hotspots near 50 N 10 E, then 200 far away, on pages without a match. */
export const near = Array.from({ length: 200 }, (_, i) =>
  point(`near${i}`, 10, 50, { datetime: hours(i), frp: i }),
);
export const far = Array.from({ length: 200 }, (_, i) =>
  point(`far${i}`, 80, -20, { datetime: hours(i), frp: 1 }),
);
export const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
];
/** Not JSON, so the request is not retried. */
const broken = () =>
  new Response("<html>oops</html>", { headers: { "content-type": "text/html" } });
export const hotspots = { collection: "svc:hotspots" };

/** A service with at most 100 features per page, which fails from feature `from` on. */
export function failing(features: object[], from: number) {
  return {
    features: { "svc:hotspots": features as Record<string, unknown>[] },
    queryables,
    intercept: (url: URL) => {
      if (!url.pathname.endsWith("/items")) return undefined;
      if (Number(url.searchParams.get("from") ?? 0) >= from) return broken();
      return undefined;
    },
    maxLimit: 100,
  };
}
