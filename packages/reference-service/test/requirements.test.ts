import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { conformanceClasses } from "../src/routes/landing.ts";
import { interfaceRequirements } from "./requirements/interface.ts";
import { part1Service } from "./requirements/part-1.ts";
import { part1Items } from "./requirements/part-1-items.ts";
import { part2, part3 } from "./requirements/part-2-3.ts";
import { part5, part6, part8 } from "./requirements/part-5-6-8.ts";
import { standardIds } from "./requirements/standard-ids.ts";
import { type Harness, start } from "./service-harness.ts";

const requirements = [
  ...[interfaceRequirements, part1Service, part1Items, part2, part3, part5, part6, part8].flat(),
];

describe("the table of requirements", () => {
  it("has every requirement of each declared conformance class, once", () => {
    const declared = conformanceClasses.filter((uri) => uri.includes("/ogcapi-features-"));
    assert.deepEqual(declared.toSorted(), Object.keys(standardIds).sort());
    const standard = requirements.map(({ id }) => id).filter((id) => id.startsWith("/req/"));
    assert.deepEqual(standard.sort(), declared.flatMap((uri) => standardIds[uri]!).sort());
  });
});

describe("the service meets", () => {
  let harness: Harness;
  before(async () => {
    harness = await start();
  });
  for (const { id, clause, behaviour, check } of requirements) {
    it(`${id} (${clause}): ${behaviour}`, () => check(harness));
  }
});

describe("with documentedOnly, the service", () => {
  let harness: Harness;
  before(async () => {
    harness = await start({ documentedOnly: true });
  });
  for (const { id, undocumented, check } of requirements) {
    if (!undocumented) it(`still meets ${id}`, () => check(harness));
    else it(`offers nothing for ${id}`, () => assert.rejects(check(harness)));
  }
});
