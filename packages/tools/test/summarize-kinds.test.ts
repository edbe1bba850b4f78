import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf } from "./support.ts";

const collection = "svc:satellite-perimeters";

/** A square of a tenth of a degree. */
function outline(id: string, fire: string, kind: string) {
  const ring = [
    [-120, 40],
    [-119.9, 40],
    [-119.9, 40.1],
    [-120, 40.1],
    [-120, 40],
  ];
  return {
    type: "Feature",
    id,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { fire_id: fire, kind, datetime: "2025-06-20T10:00:00Z" },
  };
}

const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "fire_id", type: "string" },
  { id: "kind", type: "string" },
];

async function noticesOf(...kinds: readonly string[]): Promise<string> {
  const features = kinds.map((kind, i) => outline(String(i), `f${i}`, kind));
  const { context } = contextOf({ features: { [collection]: features }, queryables });
  const answer = await answerOf(
    "summarize_features",
    { collection, latest_per_fire: true },
    context,
  );
  return (answer.notices ?? []).join("\n");
}

test("a sum over mapped and estimated outlines says that a fire may be in it twice", async () => {
  assert.match(
    await noticesOf("agency_mapped", "satellite_estimate"),
    /several kinds \("agency_mapped", "satellite_estimate"\).*kind = 'agency_mapped'.*union/,
  );
});

test("a sum over outlines of one kind, or of kinds that are not of fires, does not", async () => {
  assert.doesNotMatch(await noticesOf("agency_mapped", "agency_mapped"), /several kinds/);
  assert.doesNotMatch(await noticesOf("forest", "grass"), /several kinds/);
});
