import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { type Answer, answerOf, contextOf } from "./support.ts";

const collection = "svc:satellite-perimeters";

/** A square on the equator, from 10° E on, of a width in degrees. */
function outline(id: string, width: number, datetime: string, more: object): Answer {
  const ring = [
    [10, 0],
    [10 + width, 0],
    [10 + width, width],
    [10, width],
    [10, 0],
  ];
  return {
    type: "Feature",
    id,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { datetime, ...more },
  };
}

const mapped = { incident_id: "F1", incident_name: "First", kind: "agency_mapped" };
const estimated = { incident_id: "CONUS|17", incident_name: null, kind: "satellite_estimate" };
const [first, second] = ["2025-06-18T12:00:00Z", "2025-06-19T12:00:00Z"];
const both = [
  outline("m1", 0.1, first, mapped),
  outline("e1", 0.12, first, estimated),
  outline("m2", 0.1, second, mapped),
  outline("e2", 0.14, second, estimated),
];

function ask(tool: string, input: object, perimeters: readonly Answer[] = both): Promise<Answer> {
  const { context } = contextOf({
    features: { [collection]: perimeters, "svc:hotspots": [] },
    queryables: ["datetime", "incident_id", "incident_name", "kind"].map((id) => ({
      id,
      type: id === "datetime" ? "dateTime" : "string",
    })),
  });
  return answerOf(tool, input, context);
}

const periods = { collection, before: "2025-06-18", after: "2025-06-19" };

test("compare_periods compares each kind with itself, and says that a fire may be there twice", async () => {
  const answer = await ask("compare_periods", periods);
  const statuses = recordsOf(answer).map(({ fire, status }) => [fire, status]);
  assert.deepEqual(statuses.sort(), [
    ["CONUS|17", "grown"],
    ["F1", "unchanged"],
  ]);
  assert.match(
    answer.notices.join("\n"),
    /several kinds \("agency_mapped", "satellite_estimate"\).*as two fires.*kind = 'agency_mapped'/,
  );
  const { notices = [] } = await ask("compare_periods", {
    ...periods,
    filter: "kind = 'agency_mapped'",
  });
  assert.doesNotMatch(notices.join("\n"), /several kinds/);
});

test("compare_periods says where a fire has another kind of outline in the later period", async () => {
  const answer = await ask("compare_periods", periods, [
    outline("m1", 0.1, first, mapped),
    outline("e2", 0.14, second, { ...estimated, incident_id: "F1" }),
  ]);
  assert.match(answer.notices.join("\n"), /Of 1 fires the kind .* has changed: .* not growth/);
});

test("show_map draws both kinds, and says that a fire may be drawn twice", async () => {
  const input = { bbox: [9, -1, 11, 1], time: "2025-06-18/2025-06-19" };
  const { notices, ...rest } = await ask("show_map", input);
  const perimeters = recordsOf(rest).find((row) => row.collection === collection);
  assert.deepEqual([perimeters?.matched, perimeters?.drawn], [2, 2]);
  assert.match(notices.join("\n"), /several kinds \("agency_mapped", "satellite_estimate"\)/);
  const alone = { ...input, collections: [collection], filter: "kind = 'agency_mapped'" };
  const { notices: left = [], ...one } = await ask("show_map", alone);
  assert.equal(recordsOf(one)[0]?.drawn, 1);
  assert.doesNotMatch(left.join("\n"), /several kinds/);
});

test("assess_fire tells of a mapped fire by its mapped outlines alone, and of an estimate by its own", async () => {
  const story = await ask("assess_fire", { fire: "First" });
  assert.deepEqual([story.perimeter.id, story.mappings], ["m2", 2]);
  const estimate = await ask("assess_fire", { fire: "CONUS|17" });
  assert.deepEqual([estimate.perimeter.id, estimate.mappings], ["e2", 2]);
  const changes = recordsOf(estimate.tables.growth).map(({ id }) => id);
  assert.deepEqual(changes, ["e2", "e1"]);
});
