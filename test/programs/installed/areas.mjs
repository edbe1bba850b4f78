import assert from "node:assert/strict";
import { AreaLocator, findAreas, labelOfArea, loadAreas } from "@emberline/areas";

// The packed borders are read.
const areas = await loadAreas();
const { best } = findAreas(areas, "US-OR");
assert.equal(labelOfArea(areas, best), "Oregon, United States");
assert.equal(areas.outline(best.index).contains(-121.78, 42.22), true);
assert.equal(areas.outline(best.index).contains(10, 50), false);

const locator = await AreaLocator.open("county", () => undefined);
assert.equal(locator.labelAt(-121.78, 42.22), "Klamath County, Oregon");
