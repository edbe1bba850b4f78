import { connect } from "node:net";
import { heavyCalls } from "../heavy-calls.ts";
import { initialize } from "../mcp.ts";
import type { Caller } from "./caller.ts";

/** A request of a hostile or careless caller; resolves with the status, or null. */
type Attack = (caller: Caller) => Promise<number | null>;

const hotspots = { collection: "svc:hotspots" };
const perimeters = { collection: "svc:satellite-perimeters" };

const call =
  (tool: string, args: object): Attack =>
  async (caller) =>
    (await caller.call(tool, args)).status;

const send =
  (path: string, body: string): Attack =>
  async (caller) =>
    (await caller.post(path, body, "application/json, text/event-stream")).status;

/** Expensive calls that an honest caller could make, and the dearest of all. */
const heavy: readonly Attack[] = [
  ...heavyCalls.map(
    ({ tool, input, accept }): Attack =>
      async (caller) =>
        (await caller.call(tool, input, accept)).status,
  ),
  ...Array.from({ length: 10 }, () =>
    call("assess_location", { lon: -119, lat: 39, radius_km: 1000, time: "2019/2026" }),
  ),
  ...Array.from({ length: 10 }, () =>
    call("query_features", {
      ...perimeters,
      limit: 1000,
      geometry: "full",
      latest_per_fire: false,
    }),
  ),
];

/** Requests that no honest caller sends. */
const malicious: readonly Attack[] = [
  send("/tools/query_features", "[".repeat(100_000)),
  send("/tools/query_features", JSON.stringify(manyNames(100_000))),
  send("/tools/query_features", "x".repeat(2_000_000)),
  send("/mcp", JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id })))),
  send("/mcp", JSON.stringify(initialize)),
  send("/service/v1/token", JSON.stringify({ client_id: "nobody", client_secret: "no" })),
  call("query_features", {
    ...hotspots,
    cursor: "AAAAAAAAAAAA['query_features',[{},0,{'n':0,'t':[0,1]}]]",
  }),
  halfOpen,
  leave,
  (caller) => caller.leaveUnread("query_features", hotspots, 5000),
  (caller) => caller.leaveUnread("query_features", { ...perimeters, geometry: "full" }, 5000),
];

export const attacks: readonly Attack[] = [...heavy, ...malicious];

function manyNames(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown_${i}`, i]));
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
async function leave(caller: Caller): Promise<number | null> {
  const body = JSON.stringify({ ...hotspots, group_by: ["cluster"] });
  const end = AbortSignal.timeout(200);
  return (await caller.post("/tools/summarize_features", body, undefined, end)).status;
}
