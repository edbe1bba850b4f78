import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CONFORMANCE_CLASSES } from "../src/conformance.ts";
import { INTERFACE } from "./requirements/interface.ts";
import { PART_1_SERVICE } from "./requirements/part-1.ts";
import { PART_1_ITEMS } from "./requirements/part-1-items.ts";
import { PART_2, PART_3 } from "./requirements/part-2-3.ts";
import { STANDARD_IDS } from "./requirements/standard-ids.ts";
import { type Harness, start } from "./service-harness.ts";

const REQUIREMENTS = [...INTERFACE, ...PART_1_SERVICE, ...PART_1_ITEMS, ...PART_2, ...PART_3];

describe("the table of requirements", () => {
  it("has every requirement of each declared conformance class of Parts 1 to 3, once", () => {
    const declared = CONFORMANCE_CLASSES.filter((uri) => uri.includes("/ogcapi-features-"));
    assert.deepEqual(declared.toSorted(), Object.keys(STANDARD_IDS).sort());
    const standard = REQUIREMENTS.map(({ id }) => id).filter((id) => id.startsWith("/req/"));
    assert.deepEqual(standard.sort(), declared.flatMap((uri) => STANDARD_IDS[uri]!).sort());
  });
});

describe("the service meets", () => {
  let harness: Harness;
  before(async () => {
    harness = await start();
  });
  for (const { id, clause, behaviour, check } of REQUIREMENTS) {
    it(`${id} (${clause}): ${behaviour}`, () => check(harness));
  }
});

describe("with documentedOnly, the service", () => {
  let harness: Harness;
  before(async () => {
    harness = await start({ documentedOnly: true });
  });
  for (const { id, undocumented, check } of REQUIREMENTS) {
    if (!undocumented) it(`still meets ${id}`, () => check(harness));
    else it(`offers nothing for ${id}`, () => assert.rejects(check(harness)));
  }
});
