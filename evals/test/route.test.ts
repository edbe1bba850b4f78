import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Question } from "../question.ts";
import { matched } from "../read.ts";
import { answerByRoute } from "../route.ts";

let server: ServerProcess;
before(async () => {
  server = await startServerProcess(["--data", fixtures]);
});
after(() => server.stop());

const twoCalls: Question = {
  id: "sources",
  ask: "How many static heat sources are listed?",
  maxCalls: 2,
  maxTokens: 2000,
  async route(call) {
    await call("list_collections", {});
    return matched(await call("summarize_features", { collection: "svc:static-heat-sources" }));
  },
};

test("a route within its limits is right, with calls and tokens counted", async () => {
  const { failure, calls, tokens } = await answerByRoute(twoCalls, 2, server.url);
  assert.equal(failure, undefined);
  assert.equal(calls, 2);
  assert.ok(tokens > 100 && tokens < 2000);
});

test("a right answer with too many calls or tokens fails", async () => {
  const dear = await answerByRoute({ ...twoCalls, maxCalls: 1 }, 2, server.url);
  assert.equal(dear.failure, "took 2 calls, more than 1");
  const long = await answerByRoute({ ...twoCalls, maxTokens: 100 }, 2, server.url);
  assert.match(long.failure!, /^took \d+ tokens, more than 100$/);
});

test("a wrong answer and an error of a tool fail, each with its reason", async () => {
  const wrong = await answerByRoute(twoCalls, 3, server.url);
  assert.equal(wrong.failure, "answered 2 instead of 3");
  const refused = await answerByRoute(
    { ...twoCalls, route: async (call) => matched(await call("get_feature", {})) },
    2,
    server.url,
  );
  assert.match(refused.failure!, /^no answer: .*collection/);
});

test("a number of a summary that was read in part is not an answer", async (t) => {
  const part = { matched: 3, matched_exact: false, complete: false, stats: { frp: { max: 1004 } } };
  const notices = ["Only the first 1000 features could be read (out of time)."];
  const stopping = createServer((_, response) =>
    response.end(JSON.stringify({ ...part, next_cursor: "c", notices })),
  ).listen(0, "127.0.0.1");
  await once(stopping, "listening");
  t.after(() => stopping.close());
  const url = `http://127.0.0.1:${(stopping.address() as AddressInfo).port}`;
  const greatest: Question = {
    ...twoCalls,
    route: async (call) => {
      const { stats } = await call("summarize_features", {});
      return (stats as typeof part.stats).frp.max;
    },
  };
  const { failure } = await answerByRoute(greatest, 1004, url);
  assert.match(failure!, /only a part was read: .*out of time/);
});
