import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "@emberline/tools";
import { connect, openHandler } from "./support/handler.ts";

test("hosts that defer tools are asked to load three of them at once", async () => {
  const fetch = async () => Response.json({ code: "not-found" }, { status: 404 });
  for (const options of [{ versionNegotiation: { mode: "auto" as const } }, {}]) {
    const { client } = await connect(openHandler({ fetch, tools: catalogue }).fetch, options);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.filter(({ _meta }) => _meta?.["anthropic/alwaysLoad"]).map(({ name }) => name),
      ["query_features", "assess_location", "assess_fire"],
    );
    const page = tools.find(({ name }) => name === "assess_fire")?._meta?.ui;
    assert.deepEqual(page, { resourceUri: "ui://emberline/map" });
    await client.close();
  }
});
