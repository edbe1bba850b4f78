import { connect } from "node:net";

/** A request of a hostile or careless caller; resolves with the status, or null. */
export type Attack = (origin: string) => Promise<number | null>;

const hotspots = { collection: "svc:hotspots" };
const perimeters = { collection: "svc:satellite-perimeters" };

/** A star that crosses itself: each of `points` vertices is joined to a nearly opposite one. */
export function star(points: number): string {
  const step = (points - 1) / 2;
  const ring = Array.from({ length: points + 1 }, (_, i) => {
    const angle = (2 * Math.PI * ((i * step) % points)) / points;
    return `${(-119 + 5 * Math.cos(angle)).toFixed(6)} ${(41 + 8 * Math.sin(angle)).toFixed(6)}`;
  });
  ring[points] = ring[0]!;
  return `POLYGON((${ring.join(",")}))`;
}

const call =
  (tool: string, args: object): Attack =>
  (origin) =>
    send(`${origin}/tools/${tool}`, JSON.stringify(args));

/** Expensive calls that an honest caller could make. */
const heavy: readonly Attack[] = [
  call("query_features", {
    ...perimeters,
    filter: "S_INTERSECTS(geometry, POLYGON((-124 33,-114 33,-119 49,-124 33)))",
  }),
  call("query_features", { ...hotspots, filter: `S_INTERSECTS(geometry, ${star(101)})` }),
  call("query_features", { ...perimeters, filter: `S_INTERSECTS(geometry, ${star(301)})` }),
  call("summarize_features", { ...perimeters, union: true }),
  call("summarize_features", { ...hotspots, group_by: ["cluster"] }),
  call("compare_periods", { ...hotspots, before: "2019-08", after: "2019-09" }),
  call("assess_location", { near: "Armidale", radius_km: 1000, time: "2019-09" }),
  call("show_map", { collections: [perimeters.collection], width: 2048, height: 2048 }),
  call("query_features", { ...perimeters, limit: 1000, geometry: "full", max_tokens: 10_000 }),
  call("query_features", {
    ...hotspots,
    filter: Array.from({ length: 300 }, (_, i) => `(frp > ${i} OR brightness < ${i})`).join(
      " AND ",
    ),
  }),
  call("query_features", {
    ...hotspots,
    filter: Array.from({ length: 950 }, (_, i) => `frp > ${i}`).join(" OR "),
  }),
];

/** Requests that no honest caller sends. */
const malicious: readonly Attack[] = [
  (origin) => send(`${origin}/tools/query_features`, "[".repeat(100_000)),
  (origin) => send(`${origin}/tools/query_features`, JSON.stringify(manyNames(100_000))),
  (origin) => send(`${origin}/tools/query_features`, "x".repeat(2_000_000)),
  (origin) =>
    send(`${origin}/mcp`, JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id })))),
  (origin) =>
    send(
      `${origin}/service/v1/token`,
      JSON.stringify({ client_id: "nobody", client_secret: "no" }),
    ),
  call("query_features", {
    ...hotspots,
    cursor: "AAAAAAAAAAAA['query_features',[{},0,{'n':0,'t':[0,1]}]]",
  }),
  halfOpen,
  leave,
];

export const attacks: readonly Attack[] = [...heavy, ...malicious];

function manyNames(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown_${i}`, i]));
}

async function send(url: string, body: string, signal?: AbortSignal): Promise<number | null> {
  try {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const init = { method: "POST", headers, body, ...(signal && { signal }) };
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    // Closing the connection is an answer too.
    return null;
  }
}

/** Begins a request and never ends it. */
async function halfOpen(origin: string): Promise<null> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le");
  await new Promise((resolve) => setTimeout(resolve, 2000));
  socket.destroy();
  return null;
}

/** Leaves in the middle of a call. */
function leave(origin: string): Promise<number | null> {
  const body = JSON.stringify({ ...hotspots, group_by: ["cluster"] });
  return send(`${origin}/tools/summarize_features`, body, AbortSignal.timeout(200));
}
