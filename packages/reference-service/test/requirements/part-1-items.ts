import assert from "node:assert/strict";
import { type Body, featuresUrl } from "../service-harness.ts";
import {
  anyFeature,
  featurePath,
  idsOf,
  itemsParameter,
  itemsPath,
  linkOf,
  perimetersPath,
} from "./asserts.ts";
import type { Requirement } from "./requirement.ts";

/** OGC API Features Part 1 (17-069r4), core: items (7.15) and one feature (7.16). */
export const part1Items: Requirement[] = [
  {
    id: "/req/core/fc-op",
    clause: "7.15.1",
    behaviour: "GET /collections/{id}/items answers",
    check: async (harness) => void (await harness.json(itemsPath)),
  },
  {
    id: "/req/core/fc-limit-definition",
    clause: "7.15.2",
    behaviour: "limit is an integer from 1 to 10000, 10 without",
    undocumented: true,
    async check(harness) {
      const { schema } = await itemsParameter(harness, "limit");
      assert.deepEqual(schema, { type: "integer", minimum: 1, maximum: 10_000, default: 10 });
    },
  },
  {
    id: "/req/core/fc-limit-response-1",
    clause: "7.15.2",
    behaviour: "No more features than limit; 10 without",
    async check(harness) {
      assert.equal((await harness.json(`${itemsPath}?limit=3`)).features.length, 3);
      assert.equal((await harness.json(itemsPath)).features.length, 10);
    },
  },
  {
    id: "/req/core/fc-bbox-definition",
    clause: "7.15.3",
    behaviour: "bbox is an array of 4 to 6 numbers",
    undocumented: true,
    async check(harness) {
      const { schema, style, explode } = await itemsParameter(harness, "bbox");
      assert.deepEqual(schema, {
        type: "array",
        minItems: 4,
        maxItems: 6,
        items: { type: "number" },
      });
      assert.deepEqual([style, explode], ["form", false]);
    },
  },
  {
    id: "/req/core/fc-bbox-response",
    clause: "7.15.3",
    behaviour: "Only features that intersect the box, across the antimeridian too",
    async check(harness) {
      const feature = await anyFeature(harness);
      const [x, y] = feature.geometry.coordinates[0][0];
      const here = await idsOf(harness, `bbox=${x - 0.001},${y - 0.001},${x + 0.001},${y + 0.001}`);
      assert.ok(here.includes(feature.id));
      const around = await idsOf(harness, `bbox=${x + 0.5},-90,${x - 0.5},90`);
      assert.ok(!around.includes(feature.id) && around.length > 0);
    },
  },
  {
    id: "/req/core/fc-time-definition",
    clause: "7.15.4",
    behaviour: "datetime is a text",
    undocumented: true,
    async check(harness) {
      assert.deepEqual((await itemsParameter(harness, "datetime")).schema, { type: "string" });
    },
  },
  {
    id: "/req/core/fc-time-response",
    clause: "7.15.4",
    behaviour: "Only features whose time intersects the value, and those without time",
    async check(harness) {
      const { id, properties } = await anyFeature(harness);
      assert.ok((await idsOf(harness, `datetime=${properties.datetime}`)).includes(id));
      assert.ok(!(await idsOf(harness, "datetime=../2000-01-01T00:00:00Z")).includes(id));
      const sources = await harness.json(
        "/collections/svc:static-heat-sources/items?datetime=2000-01-01T00:00:00Z",
      );
      assert.ok(sources.numberMatched > 0);
    },
  },
  {
    id: "/req/core/fc-response",
    clause: "7.15.7",
    behaviour: "All parameters select together",
    async check(harness) {
      const { geometry, properties } = await anyFeature(harness);
      const [x, y] = geometry.coordinates[0][0];
      const box = `bbox=${x - 0.001},${y - 0.001},${x + 0.001},${y + 0.001}`;
      const both = await idsOf(harness, `${box}&datetime=${properties.datetime}`);
      const byBox = await idsOf(harness, box);
      const byTime = await idsOf(harness, `datetime=${properties.datetime}`);
      assert.deepEqual(
        both,
        byBox.filter((id) => byTime.includes(id)),
      );
    },
  },
  {
    id: "/req/core/fc-links",
    clause: "7.15.7",
    behaviour:
      "Links to itself, to the other representations, and to the next page while there is one",
    async check(harness) {
      const page = await harness.json(`${itemsPath}?limit=2`);
      assert.equal(linkOf(page, "self").href, `${featuresUrl}${itemsPath}?limit=2`);
      linkOf(page, "alternate");
      linkOf(page, "next");
      const last = await harness.json(`${itemsPath}?limit=10000`);
      assert.ok(!last.links.some(({ rel }: Body) => rel === "next"));
    },
  },
  {
    id: "/req/core/fc-rel-type",
    clause: "7.15.7",
    behaviour: "Every link has rel and type",
    async check(harness) {
      const { links } = await harness.json(`${itemsPath}?limit=2`);
      assert.ok(links.every(({ rel, type }: Body) => rel && type));
    },
  },
  {
    id: "/req/core/fc-timeStamp",
    clause: "7.15.7",
    behaviour: "timeStamp is the time of the answer",
    async check(harness) {
      assert.equal((await harness.json(itemsPath)).timeStamp, "2026-03-04T15:20:00.000Z");
    },
  },
  {
    id: "/req/core/fc-numberMatched",
    clause: "7.15.7",
    behaviour: "numberMatched counts all features of the selection",
    async check(harness) {
      const { numberMatched } = await harness.json(`${itemsPath}?limit=1`);
      assert.equal(numberMatched, (await idsOf(harness, "")).length);
    },
  },
  {
    id: "/req/core/fc-numberReturned",
    clause: "7.15.7",
    behaviour: "numberReturned is the number of features in the page",
    async check(harness) {
      for (const limit of [1, 7, 10_000]) {
        const { numberReturned, features } = await harness.json(`${itemsPath}?limit=${limit}`);
        assert.equal(numberReturned, features.length);
      }
    },
  },
  {
    id: "/req/core/f-op",
    clause: "7.16.1",
    behaviour: "GET /collections/{id}/items/{featureId} answers for every feature",
    async check(harness) {
      for (const id of await idsOf(harness, ""))
        assert.equal((await harness.get(featurePath(id))).status, 200);
    },
  },
  {
    id: "/req/core/f-success",
    clause: "7.16.2",
    behaviour: "The feature is the one of the listing",
    async check(harness) {
      const listed = await anyFeature(harness);
      const { type, id, geometry, properties } = await harness.json(featurePath(listed.id));
      assert.deepEqual({ type, id, geometry, properties }, listed);
    },
  },
  {
    id: "/req/core/f-links",
    clause: "7.16.2",
    behaviour: "Links to itself, to its other representations and to its collection",
    async check(harness) {
      const { id } = await anyFeature(harness);
      const feature = await harness.json(featurePath(id));
      assert.equal(linkOf(feature, "self").href, featurePath(id));
      linkOf(feature, "alternate");
      assert.equal(linkOf(feature, "collection").href, featuresUrl + perimetersPath);
    },
  },
];
