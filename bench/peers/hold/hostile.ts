import { connect } from "node:net";
import { star } from "../../lib/star.ts";
import type { Caller } from "./caller.ts";

/** A request of a hostile or careless caller; resolves with the status, or null. */
export type Attack = (caller: Caller) => Promise<number | null>;

const hotspots = { collection: "svc:hotspots" };
const perimeters = { collection: "svc:satellite-perimeters" };
/** Answers repeat the filter: with less, a long one is refused before any work. */
const long = { max_tokens: 10_000 };

const call =
  (tool: string, args: object): Attack =>
  (caller) =>
    send(caller, `/tools/${tool}`, JSON.stringify(args));

/** Expensive calls that an honest caller could make. */
const heavy: readonly Attack[] = [
  call("query_features", {
    ...perimeters,
    filter: "S_INTERSECTS(geometry, POLYGON((-124 33,-114 33,-119 49,-124 33)))",
  }),
  call("query_features", { ...hotspots, ...long, filter: `S_INTERSECTS(geometry, ${star(101)})` }),
  call("query_features", {
    ...perimeters,
    ...long,
    filter: `S_INTERSECTS(geometry, ${star(301)})`,
  }),
  call("summarize_features", { ...perimeters, union: true }),
  call("summarize_features", { ...hotspots, group_by: ["cluster"] }),
  call("compare_periods", { ...hotspots, before: "2019-08", after: "2019-09" }),
  call("assess_location", { near: "Armidale", radius_km: 1000, time: "2019-09" }),
  call("show_map", { collections: [perimeters.collection], width: 2048, height: 2048 }),
  call("query_features", { ...perimeters, limit: 1000, geometry: "full", ...long }),
  call("query_features", {
    ...hotspots,
    ...long,
    filter: Array.from({ length: 300 }, (_, i) => `(frp > ${i} OR brightness < ${i})`).join(
      " AND ",
    ),
  }),
  call("query_features", {
    ...hotspots,
    ...long,
    filter: Array.from({ length: 950 }, (_, i) => `frp > ${i}`).join(" OR "),
  }),
];

/** Requests that no honest caller sends. */
const malicious: readonly Attack[] = [
  (caller) => send(caller, "/tools/query_features", "[".repeat(100_000)),
  (caller) => send(caller, "/tools/query_features", JSON.stringify(manyNames(100_000))),
  (caller) => send(caller, "/tools/query_features", "x".repeat(2_000_000)),
  (caller) =>
    send(caller, "/mcp", JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id })))),
  (caller) =>
    send(caller, "/service/v1/token", JSON.stringify({ client_id: "nobody", client_secret: "no" })),
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

async function send(
  { origin, headers }: Caller,
  path: string,
  body: string,
  signal?: AbortSignal,
): Promise<number | null> {
  try {
    const init = { method: "POST", headers, body, ...(signal && { signal }) };
    const response = await fetch(origin + path, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    // Closing the connection is an answer too.
    return null;
  }
}

/** Begins a request and never ends it. */
async function halfOpen({ origin }: Caller): Promise<null> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le");
  await new Promise((resolve) => setTimeout(resolve, 2000));
  socket.destroy();
  return null;
}

/** Leaves in the middle of a call. */
function leave(caller: Caller): Promise<number | null> {
  const body = JSON.stringify({ ...hotspots, group_by: ["cluster"] });
  return send(caller, "/tools/summarize_features", body, AbortSignal.timeout(200));
}
