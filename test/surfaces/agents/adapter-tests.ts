import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createToolsClient, type ToolsClient } from "@emberline/client";
import { startHeldService } from "@emberline/test-support/held-service";
import {
  checkConversation,
  lastWord,
  maxTokens,
  planConversation,
  type Shown,
} from "./conversation.ts";
import { writeData } from "./data.ts";
import type { Dialect } from "./stand-in/dialect.ts";
import { startModelEndpoint } from "./stand-in/model-endpoint.ts";
import { startToolsServer } from "./tools-server.ts";

/** One way to hold a conversation with a framework. */
export interface Way {
  readonly title: string;
  readonly dialect: Dialect;
  readonly pictures: readonly Shown[];
  /** Whether all calls of a turn are one request. */
  readonly isOneRequest?: boolean;
  readonly marksErrors?: boolean;
  /** Resolves with the model's last word. */
  hold(modelUrl: string, tools: ToolsClient, signal: AbortSignal): Promise<unknown>;
}

/** What a conversation requests, if each call is a request, and if each turn is one. */
const calls = [
  "/tools",
  "/tools/list_collections",
  "/tools/query_features",
  "/tools/show_map",
  "/tools/summarize_features",
  "/tools/summarize_features",
];
const turns = ["/tools", ...Array(4).fill("/tools/call")];

/** The scripted conversation, and a cancel in the middle of one, each of these ways. */
export function testConversations(ways: readonly Way[]): void {
  let data: Awaited<ReturnType<typeof writeData>>;
  before(async () => {
    data = await writeData();
  });
  after(() => data.remove());

  for (const { title, dialect, pictures, marksErrors, isOneRequest, hold } of ways) {
    test(`${title}: two calls at once, an error mended, a picture, a budget`, async () => {
      const server = await startToolsServer(["--data", data.folder]);
      if (!isOneRequest) server.meet("/tools/query_features", "/tools/list_collections");
      const conversation = planConversation();
      const model = await startModelEndpoint(dialect, conversation.script);
      try {
        const tools = createToolsClient({ url: server.url, maxTokens });
        const never = new AbortController().signal;
        assert.equal(await hold(model.url, tools, never), lastWord);
        assert.deepEqual(server.paths.toSorted(), isOneRequest ? turns : calls);
        const expected = { pictures, marksErrors };
        await checkConversation(conversation, model, dialect, server.url, expected);
        assert.equal(server.open(), 0);
      } finally {
        await model.close();
        await server.close();
      }
    });

    test(`${title}: a cancel ends the tool's requests to the service, and the conversation`, async () => {
      const held = await startHeldService();
      const server = await startToolsServer([], held.environment);
      const input = { collection: "svc:hotspots", time: "2025-06-20" };
      const model = await startModelEndpoint(dialect, [
        () => ({ calls: [{ id: "call_held", name: "query_features", input }] }),
      ]);
      try {
        const leaving = new AbortController();
        const tools = createToolsClient({ url: server.url });
        const ended = hold(model.url, tools, leaving.signal).then(
          () => "answered",
          () => "rejected",
        );
        await held.waiting(1);
        leaving.abort();
        await held.idle();
        assert.equal(await ended, "rejected");
        await server.idle();
        const path = isOneRequest ? "/tools/call" : "/tools/query_features";
        assert.deepEqual(server.paths, ["/tools", path]);
        assert.equal(model.requests.length, 1);
      } finally {
        await model.close();
        await server.close();
        await held.close();
      }
    });
  }
}
