import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Feature = Readonly<Record<string, unknown>>;

/** The features of a page that meet a box. */
function listed(features: readonly Feature[], bbox: string | null) {
  const [west, south, east, north] = (bbox ?? "-180,-90,180,90").split(",").map(Number);
  const meets = ({ geometry }: Feature) => {
    const numbers = JSON.stringify(geometry)
      .match(/-?\d+(\.\d+)?/g)!
      .map(Number);
    const [lons, lats] = [0, 1].map((axis) => numbers.filter((_, i) => i % 2 === axis));
    return (
      Math.max(...lons!) >= west! &&
      Math.min(...lons!) <= east! &&
      Math.max(...lats!) >= south! &&
      Math.min(...lats!) <= north!
    );
  };
  const found = features.filter(meets);
  return {
    ...{ type: "FeatureCollection", features: found, links: [] },
    ...{ numberMatched: found.length, numberReturned: found.length },
  };
}

/** A service of a few collections whose features and feeds a test changes. */
export async function startWorld() {
  const features: Record<string, Feature[]> = {
    "svc:hotspots": [],
    "svc:satellite-perimeters": [],
  };
  const feeds: Record<string, object[]> = {};
  let isAway = false;
  const types: Record<string, string> = { datetime: "dateTime", frp: "number" };
  const names = ["datetime", "frp", "incident_id", "irwin_id", "incident_name", "incident_type"];
  const queryables = names.map((id) => ({ id, type: types[id] ?? "string" }));
  const described = (id: string) => ({
    id,
    title: id,
    links: [],
    ...(feeds[id] && { feeds: feeds[id] }),
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://service");
    const id = Object.keys(features).find((each) => decodeURIComponent(pathname).includes(each));
    const body = pathname.endsWith("/collections")
      ? { collections: Object.keys(features).map(described), links: [] }
      : id === undefined
        ? null
        : pathname.endsWith("/queryables")
          ? { queryables }
          : pathname.endsWith("/items")
            ? listed(features[id]!, searchParams.get("bbox"))
            : pathname.includes("/items/")
              ? features[id]!.find((each) => pathname.endsWith(`/${each.id}`))
              : described(id);
    const status = isAway ? 500 : body ? 200 : 404;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body && !isAway ? body : { code: "NotFound" }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  let added = 0;
  return {
    features,
    feeds,
    environment: {
      EMBERLINE_BASE_URL: `http://127.0.0.1:${port}`,
      EMBERLINE_AUTH: "none",
      EMBERLINE_WATCH_MINUTES: "0.0005",
      EMBERLINE_CIRCUIT_FAILURES: "0",
    },
    goAway: (away: boolean) => {
      isAway = away;
    },
    add(collection: string, geometry: object, properties: object) {
      const id = `f${++added}`;
      const datetime = new Date().toISOString();
      features[collection]!.push({
        ...{ type: "Feature", id, geometry },
        properties: { datetime, ...properties },
      });
      return id;
    },
    detect(lon: number, lat: number, frp: number | null = 5) {
      return this.add("svc:hotspots", { type: "Point", coordinates: [lon, lat] }, { frp });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(resolve));
    },
  };
}
