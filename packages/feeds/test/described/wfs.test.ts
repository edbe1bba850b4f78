import assert from "node:assert/strict";
import { test } from "node:test";
import { describedFeed } from "../../src/index.ts";
import {
  Answers,
  collection,
  failureOf,
  pointRow,
  shipped,
  shippedFeed,
} from "../support/described.ts";
import { KeptFeatures } from "../support/kept-features.ts";
import { answerOf } from "../support/wfigs-service.ts";

const fire = (number: number) => ({
  id: `fire.${number}`,
  ...pointRow({
    national_fire_id: `2026_BC_${number}`,
    agency_code: "BC",
    status_date: "2026-07-30T08:00:00Z",
    latitude: 50,
    longitude: -120,
  }),
});

/** A WFS of so many fires, which caps its pages. */
function serving(total: number, cap: number, members: (total: number) => object) {
  return new Answers((url) => {
    const from = Number(url.searchParams.get("startIndex"));
    const count = Math.min(Number(url.searchParams.get("count")), cap, Math.max(0, total - from));
    const rows = Array.from({ length: count }, (_, i) => fire(from + i));
    return collection(rows, members(total) as Record<string, unknown>);
  });
}

for (const [name, members] of [
  ["numberMatched", (numberMatched: number) => ({ numberMatched })],
  ["totalFeatures", (totalFeatures: number) => ({ totalFeatures })],
  ["no count", () => ({ numberMatched: "unknown" })],
] as const) {
  test(`pages of a WFS that caps them are read to the end, with ${name}`, async () => {
    const answers = serving(23, 5, members);
    const kept = new KeptFeatures();
    await kept.read(await shippedFeed("cwfif-active-fires"), answers.request);
    assert.equal(kept.features.size, 23);
  });
}

const serviceException =
  '<?xml version="1.0"?><ServiceExceptionReport><ServiceException code="NoApplicableCode">\n Cannot do natural order without a primary key\n</ServiceException></ServiceExceptionReport>';

const failures: readonly [
  name: string,
  answer: () => string | object,
  code: string,
  message: RegExp,
][] = [
  [
    "XML of an exception with status 200",
    () => serviceException,
    "refused",
    /exception: "Cannot do natural order/,
  ],
  [
    "an exception of OWS with status 400",
    () =>
      answerOf(
        "<ows:ExceptionReport><ows:Exception><ows:ExceptionText>bad CQL</ows:ExceptionText></ows:Exception></ows:ExceptionReport>",
        { status: 400 },
      ),
    "refused",
    /error 400: "bad CQL"/,
  ],
  [
    "exceptions in JSON with status 200",
    () => ({ version: "2.0.0", exceptions: [{ code: "x", text: "no such type" }] }),
    "refused",
    /"no such type"/,
  ],
  ["other XML", () => '<?xml version="1.0"?><wfs:FeatureCollection/>', "invalid_answer", /XML/],
  [
    "half of a page",
    () => '{"type":"FeatureCollection","features":[{"type',
    "invalid_answer",
    /GeoJSON/,
  ],
];

for (const [name, answer, code, message] of failures) {
  test(`${name} is an error and changes nothing`, async () => {
    const feed = await shippedFeed("cwfif-active-fires");
    const kept = new KeptFeatures();
    await kept.read(feed, serving(3, 10, () => ({ numberMatched: 3 })).request);
    const error = await failureOf(kept, feed, new Answers(answer).request);
    assert.equal(error.code, code);
    assert.match(error.message, message);
  });
}

test("a list that changes between two pages is read again at once", async () => {
  let asked = 0;
  const answers = new Answers((url) => {
    const from = Number(url.searchParams.get("startIndex"));
    asked++;
    const total = asked === 2 ? 9 : 8;
    return collection(
      [0, 1, 2, 3].map((i) => fire(from + i)),
      { numberMatched: total },
    );
  });
  const kept = new KeptFeatures();
  await kept.read(await shippedFeed("cwfif-active-fires"), answers.request);
  assert.equal(kept.features.size, 8);
});

test("coordinates in metres are refused where positions are those of the answer", async () => {
  const description = { ...(await shipped("cwfif-active-fires")), geometry: ["feature" as const] };
  const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::3978" } };
  const answers = new Answers(() => collection([fire(1)], { crs, numberMatched: 1 }));
  const error = await failureOf(new KeptFeatures(), describedFeed(description), answers.request);
  assert.match(error.message, /EPSG::3978": ask for EPSG:4326/);
});
