import assert from "node:assert/strict";
import { compile, parse } from "@emberline/cql2";
import { spatial } from "@emberline/cql2/spatial";

const filter = "frp > 50 AND S_INTERSECTS(geometry, BBOX(-122, 44, -121, 45))";
const selects = compile(parse(filter), { spatial });
const hotspot = (coordinates, frp) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties: { frp },
});
assert.equal(selects(hotspot([-121.5, 44.1], 71)), true);
assert.equal(selects(hotspot([-121.5, 44.1], 12)), false);
assert.equal(selects(hotspot([10, 44.1], 71)), false);
