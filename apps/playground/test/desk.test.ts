import assert from "node:assert/strict";
import { test } from "node:test";
import { createMapState } from "@emberline/map-app/content/map-state";
import { signal } from "@preact/signals";
import { parseRoute, type Route } from "../src/common/route.ts";
import { createApi } from "../src/server/api.ts";
import { Calls } from "../src/server/calls.ts";
import { Desk } from "../src/state/desk.ts";

/** A page that was opened by a link, with what it sent. */
function opened(link: string) {
  const sent: string[] = [];
  const api = createApi({
    origin: "http://127.0.0.1:3000",
    key: () => null,
    fetch: async (url) => {
      sent.push(new URL(String(url)).pathname);
      return Response.json({});
    },
  });
  const toolOf = (name: string, readOnlyHint: boolean) => ({
    name,
    title: name,
    description: "",
    inputSchema: {},
    annotations: { readOnlyHint },
  });
  const tools = signal([toolOf("find_place", true), toolOf("export_features", false)]);
  const route = signal<Route>(parseRoute(link));
  const desk = new Desk({ calls: new Calls(api), route, tools, map: createMapState() });
  return { desk, sent };
}

test("a link runs a tool that only reads, and fills in one that writes files", () => {
  const reading = opened("#/tools/find_place?name=Armidale");
  assert.deepEqual(reading.sent, ["/tools/find_place"]);
  const writing = opened("#/tools/export_features?near=Armidale");
  assert.deepEqual(writing.sent, []);
  assert.equal(writing.desk.current.value, null);
  assert.deepEqual(writing.desk.draftOf("export_features").value, { near: "Armidale" });
});
