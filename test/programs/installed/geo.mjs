import assert from "node:assert/strict";
import { bboxOf, boxContains, parseInstantUs } from "@emberline/geo";

const fiji = [177, -20, -178, -16];
assert.equal(boxContains(fiji, [-179, -17]), true);
assert.equal(boxContains(fiji, [0, -17]), false);
assert.deepEqual(bboxOf({ type: "Point", coordinates: [177, -18] }), [177, -18, 177, -18]);
assert.equal(parseInstantUs("1996-12-19T16:39:57-08:00"), 851042397000000);
