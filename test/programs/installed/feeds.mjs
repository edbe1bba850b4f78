import assert from "node:assert/strict";
import { staticHeatSources } from "@emberline/feeds";

// The packed list is read.
const { features } = await staticHeatSources();
assert.equal(features.length, 2534 + 769);
