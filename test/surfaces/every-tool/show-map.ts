import assert from "node:assert/strict";
import { valuesOf } from "@emberline/test-support/records";
import { decode } from "fast-png";
import { onEverySurface } from "../support/every-surface.ts";

onEverySurface("show_map lists what it draws, and MCP also gets the picture", async (surface) => {
  const outcome = await surface.call("show_map", {
    bbox: [9.5, 49.5, 12.5, 50.5],
    time: "2024-07-01/2024-07-03",
    width: 640,
    height: 480,
  });
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.message);
  const { answer, attachments } = outcome;
  assert.deepEqual(valuesOf(answer, "collection", "matched", "matched_exact", "drawn"), [
    ["svc:hotspots", 4, true, 4],
    ["svc:satellite-perimeters", 1, true, 1],
    ["svc:static-heat-sources", 1, true, 1],
    ["simulations", 3, true, 3],
  ]);
  if (!attachments) return;
  const [picture] = attachments;
  assert.deepEqual(
    [attachments.length, picture!.type, picture!.mimeType],
    [1, "image", "image/png"],
  );
  const { width, height } = decode(Buffer.from(String(picture!.data), "base64"));
  assert.deepEqual([width, height], [640, 480]);
});
