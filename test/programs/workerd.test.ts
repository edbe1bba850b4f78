import assert from "node:assert/strict";
import { test } from "node:test";
import { startEndlessService } from "@emberline/test-support/endless-service";
import { startWorker } from "@emberline/test-support/workerd";
import { createParser } from "eventsource-parser";

const source = `
  import { createClient } from "@emberline/core";
  import { createHttpTools } from "@emberline/http-tools";
  import { catalogue } from "@emberline/tools";
  let app;
  export default {
    fetch(request, { SERVICE }) {
      const client = createClient({ baseUrl: SERVICE, clientId: "client", clientSecret: "client-secret" });
      app ??= createHttpTools({ tools: catalogue, context: { client, now: Date.now, notices: [] }, version: "1.2.3" });
      return app.fetch(request);
    },
  };
`;

test("the HTTP tools run on workerd: lists, calls, events and rows", async (t) => {
  const service = await startEndlessService();
  t.after(() => service.close());
  const url = await startWorker(t, source, service.env.EMBERLINE_BASE_URL!);
  const post = (body: object, accept = "application/json") =>
    fetch(`${url}/tools/query_features`, {
      method: "POST",
      headers: { "content-type": "application/json", accept, "x-request-id": "r-1" },
      body: JSON.stringify({ collection: "svc:hotspots", ...body }),
    });

  const { tools } = (await (await fetch(`${url}/tools`)).json()) as { tools: unknown[] };
  assert.ok(tools.length > 5);

  const answer = await post({ limit: 2, bbox: [9, 49, 11, 51] });
  assert.equal(answer.headers.get("x-request-id"), "r-1");
  const { returned } = (await answer.json()) as { returned: number };
  assert.equal(returned, 2);

  const events: string[] = [];
  const parser = createParser({ onEvent: ({ event }) => void events.push(event ?? "") });
  parser.feed(await (await post({ limit: 2 }, "text/event-stream")).text());
  assert.equal(events.at(-1), "result");

  const reader = (await post({}, "application/x-ndjson")).body!.getReader();
  const text = new TextDecoder().decode((await reader.read()).value);
  assert.equal(JSON.parse(text.split("\n")[0]!).id, "h0");
  await reader.cancel();
});
