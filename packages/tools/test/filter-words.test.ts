import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf, point } from "./support.ts";

const queryables = [
  { id: "geometry", type: "geometry" },
  { id: "name", type: "string" },
  { id: "state", type: "string" },
  { id: "frp", type: "number" },
  { id: "confidence", type: "string" },
  { id: "confidence", type: "integer" },
  { id: "datetime", type: "dateTime" },
];
const service = { features: { "svc:hotspots": [] }, queryables };
const collection = "svc:hotspots";

/** What people write, and the CQL2 text of the same meaning (OGC 21-065r2). */
const meant: [written: string, cql2: string][] = [
  ["name ILIKE '%park%'", "CASEI(name) LIKE CASEI('%park%')"],
  ["name NOT ILIKE '%park%'", "CASEI(name) NOT LIKE CASEI('%park%')"],
  ["NOT name ILIKE '%park%'", "CASEI(name) NOT LIKE CASEI('%park%')"],
  ["LOWER(name) = 'park'", "CASEI(name) = CASEI('park')"],
  ["UPPER(name) LIKE '%PARK%'", "CASEI(name) LIKE CASEI('%PARK%')"],
  [
    "state = 'US-OR' AND LOWER(name) LIKE '%lane%'",
    "state = 'US-OR' AND CASEI(name) LIKE CASEI('%lane%')",
  ],
  [
    "NOT state = 'US-OR' AND 'park' = lower(name) AND state <> 'US-CA'",
    "NOT state = 'US-OR' AND CASEI('park') = CASEI(name) AND state <> 'US-CA'",
  ],
  [
    "UPPER(name) IN ('PARK', 'LANE') AND state IN ('US-OR', 'US-CA')",
    "CASEI(name) IN (CASEI('PARK'), CASEI('LANE')) AND state IN ('US-OR', 'US-CA')",
  ],
  [
    "LOWER(name) NOT LIKE 'park%' OR UPPER(name) = UPPER('lane') OR state = 'US-OR'",
    "CASEI(name) NOT LIKE CASEI('park%') OR CASEI(name) = CASEI('LANE') OR state = 'US-OR'",
  ],
  ["LOWER(name) IS NOT NULL AND state = 'US-OR'", "name IS NOT NULL AND state = 'US-OR'"],
  ["(UPPER(name)) = 'PARK'", "CASEI(name) = CASEI('PARK')"],
  ["NOT 'PARK' = (UPPER(name))", "NOT CASEI('PARK') = CASEI(name)"],
  ["((UPPER(name))) NOT IN ('PARK')", "CASEI(name) NOT IN (CASEI('PARK'))"],
  ["ACCENTI(UPPER(name)) = ACCENTI('PARK')", "CASEI(ACCENTI(name)) = CASEI(ACCENTI('PARK'))"],
  ["CASEI(UPPER(name)) = 'PARK'", "CASEI(name) = CASEI('PARK')"],
  ["'M' BETWEEN 'A' AND UPPER(name)", "CASEI('M') BETWEEN CASEI('A') AND CASEI(name)"],
  ["'PARK' NOT IN (UPPER(name))", "CASEI('PARK') NOT IN (CASEI(name))"],
  ["state = UPPER('us-or')", "state = 'US-OR'"],
  ["state NOT IN (UPPER('us-or'), 'US-CA')", "state NOT IN ('US-OR', 'US-CA')"],
  ["CASEI(state) = UPPER('us-or')", "CASEI(state) = CASEI('US-OR')"],
  ["state LIKE LOWER('US%')", "state LIKE 'us%'"],
  ["LOWER(name) NOT LIKE UPPER('par%')", "CASEI(name) NOT LIKE CASEI('PAR%')"],
  ["UPPER(name) = ('PARK')", "CASEI(name) = CASEI('PARK')"],
  ["name == 'Park'", "name = 'Park'"],
  ["name != 'Park'", "name <> 'Park'"],
  ["name = 'Park' && frp >= 5 || frp == 1", "name = 'Park' AND frp >= 5 OR frp = 1"],
  ["!(frp > 5)", "NOT frp > 5"],
  ["frp => 5", "frp >= 5"],
  ['name = "Park"', "name = 'Park'"],
  ["name = “Park”", "name = 'Park'"],
  [
    'name <> "Park" AND state IN ("US-CA", "US-OR")',
    "name <> 'Park' AND state IN ('US-CA', 'US-OR')",
  ],
  ['LOWER(name) = "park"', "CASEI(name) = CASEI('park')"],
  ['CASEI(name) = CASEI("Park")', "CASEI(name) = CASEI('Park')"],
  ["`name` = 'Park'", "name = 'Park'"],
  ["'name' = 'Park'", "name = 'Park'"],
  ["'name' LIKE 'A%'", "name LIKE 'A%'"],
  ["NOT CASEI('name') = 'park'", "NOT CASEI(name) = CASEI('park')"],
  ["'Park' = 'name'", "'Park' = name"],
  ["'name' IN ('Park', 'Lane')", "name IN ('Park', 'Lane')"],
  ["50 < 'frp' AND 'frp' BETWEEN 5 AND 60", "50 < frp AND frp BETWEEN 5 AND 60"],
  ["'name' = NULL", "name IS NULL"],
  ["'name' IS NOT NULL", "name IS NOT NULL"],
  ["name != NULL", "name IS NOT NULL"],
  ["name <> null AND frp > 5", "name IS NOT NULL AND frp > 5"],
  ["name = NULL", "name IS NULL"],
  ['state IN ["US-CA", "US-OR"]', "state IN ('US-CA', 'US-OR')"],
  ["state NOT IN ['US-CA']", "state NOT IN ('US-CA')"],
  ["frp > '50'", "frp > 50"],
  ["state = 6", "state = '6'"],
  ["state = 06063", "state = '06063'"],
  ["NOT state = 06.10", "NOT state = '06.10'"],
  ["state IN (007, 1e3, -05) AND frp > 007", "state IN ('007', '1e3', '-05') AND frp > 7"],
  ["state BETWEEN 0056 AND 0930", "state BETWEEN '0056' AND '0930'"],
  ["name = 'it''s 6063' AND state = 06063", "name = 'it''s 6063' AND state = '06063'"],
  [
    "datetime BETWEEN 2024-07-01 AND 2024-07-31",
    "datetime BETWEEN DATE('2024-07-01') AND DATE('2024-07-31')",
  ],
  ["datetime > TIMESTAMP '2024-07-01T00:00:00Z'", "datetime > TIMESTAMP('2024-07-01T00:00:00Z')"],
  [
    "datetime DURING 2024-07-01T00:00:00Z/2024-07-02T00:00:00Z",
    "T_DURING(datetime, INTERVAL('2024-07-01T00:00:00Z', '2024-07-02T00:00:00Z'))",
  ],
];

for (const [written, cql2] of meant) {
  test(`${written} is read as ${cql2}, with a notice`, async () => {
    const { context } = contextOf(service);
    const { selection, notices } = await answerOf(
      "query_features",
      { collection, filter: written },
      context,
    );
    assert.equal(selection.filter, cql2);
    assert.ok(notices.includes(`The filter is not valid CQL2, and is read as: ${cql2}`));
  });
}

/** Valid filters are never changed, however odd they look. */
for (const filter of [
  "name = 'a ILIKE b == c'",
  "\"name\" = 'NULL'",
  "name LIKE '%=~%'",
  "frp - 10 > 5",
  "NOT (frp > 5) AND name IN ('OR', 'AND')",
]) {
  test(`${filter} is valid and stays`, async () => {
    const { context } = contextOf(service);
    const { notices } = await answerOf("query_features", { collection, filter }, context);
    assert.ok(!notices.some((each: string) => each.includes("is read as")), String(notices));
  });
}

const refused: [filter: string, tells: RegExp][] = [
  ["name CONTAINS 'park'", /CASEI\(name\) LIKE CASEI\('%part%'\)/],
  ["CONTAINS(name, 'park')", /CASEI\(name\) LIKE CASEI\('%part%'\)/],
  ["state > 930", /state \(text\) cannot be compared with 930 \(number\)/],
  ["state IN (06063, 6063)", /state \(text\) cannot be compared with 6063 \(number\)/],
  ["state = 05 + 1", /state \(text\) cannot be compared with/],
  ["frp > '0x10'", /frp \(number\) cannot be compared with '0x10' \(text\)/],
  ["NOT 1 < frp < 100", /found "<"/],
  ["STARTSWITH(name, 'a_')", /no function "STARTSWITH"/],
  ["name = 'Park' OR 'Lane'", /or needs a condition here, not text/],
  ["10 < frp <= 20", /Expected AND, OR or the end, but found "<="/],
  ["state = US-CA", /no property "US"/],
  ['name = "nmae"', /no property "nmae"; did you mean name\?/],
  ["name ~ 'pa[r]k'", /"~" has no meaning here; text is searched with CASEI/],
  ["abs(frp) > 1", /no function "abs".*CASEI/],
  [`'state' = '${"x".repeat(2000)}'`, /a property stands in single quotes/],
  ["abs(frp) < 1", /no function "abs".*CASEI/],
  ["frp > 5 AND", /the filter ends/],
  ["foo = 1", /no property "foo".*"geometry", "name", "state"/],
  ...[
    '"confidnce" IS NOT NULL',
    "frp > 5 OR \"confidnce\" = 'h'",
    "NOT \"confidnce\" = '1'",
    "'h' = \"confidnce\"",
    "CASEI('h') = CASEI(\"confidnce\")",
    "\"confidnce\" IN ('h')",
    "\"confidnce\" NOT LIKE 'h%'",
    "\"confidnce\" ILIKE 'h%'",
    "LOWER(\"confidnce\") = 'h'",
    'CONTAINS("confidnce", "h")',
    '10 < "confidnce"',
    '"confidnce" BETWEEN 1 AND 2',
    "'h' IN (\"confidnce\", name)",
    "'h' BETWEEN \"confidnce\" AND 'z'",
    "'confidnce' = 'h'",
    "'confidnce' IS NOT NULL",
    "frp > 5 OR NOT 'confidnce' LIKE 'h%'",
    "CASEI('confidnce') = 'h'",
    "'confidnce' > 5",
    "'confidnce' IN ('h', 'l')",
  ].map((filter): [string, RegExp] => [filter, /no property "confidnce".*confidence/s]),
  ...["UPPER(name) = state", "state = (UPPER(state))", "state IN (UPPER(name))"].map(
    (filter): [string, RegExp] => [filter, /no function "UPPER"/],
  ),
  ["name = 'Park' OR \"confidnce\"", /or needs a condition here, not a property/],
  ["nam = 'Park'", /Try \{"filter":"name = 'Park'"\}/],
  ["FRP > '5'", /Try \{"filter":"frp > 5"\}/],
  [
    "ST_DWithin(geometry, POINT(-121.6 40), 10000)",
    /near.*radius_km.*Try \{"filter":null,"near":"40,-121.6","radius_km":10\}/,
  ],
  [
    "frp > 5 AND DISTANCE(geometry, POINT(-121.6 40)) < 10",
    /Try \{"filter":"frp > 5","near":"40,-121.6","radius_km":10\}/,
  ],
  ["S_DWITHIN(geometry, POINT(-121.6 40), 5, miles)", /"radius_km":8.04672\}/],
  ["DISTANCE(geometry, POLYGON((0 0, 1 0, 1 1, 0 0))) < 10", /fire.*radius_km/],
  ["YEAR(datetime) = 2024 AND frp > 5", /Try \{"filter":"frp > 5","time":"2024"\}/],
  ...[
    "TIMESTAMP('2024-07-25')",
    "TIMESTAMP '2024-07-25'",
    "CAST('2024-07-25' AS TIMESTAMP(3))",
    "'2024-07-25'::timestamp",
    "DATE('2024-07-25T00:00:00Z')",
  ].map((time): [string, RegExp] => [
    `datetime <= ${time}`,
    /Try \{"filter":"datetime <= DATE\('2024-07-25'\)"\} or \{"filter":"datetime <= TIMESTAMP\('2024-07-25T00:00:00Z'\)"\}/,
  ]),
  ...["CAST('2024-07-25' AS DATE)", "'2024-07-25'::date", "TO_DATE('2024-07-25')"].map(
    (time): [string, RegExp] => [
      `NOT datetime <= ${time}`,
      /Try \{"filter":"NOT datetime <= DATE\('2024-07-25'\)"\}\.$/,
    ],
  ),
  ...[
    "TIMESTAMP('2024-07-25T20:00:00-07')",
    "'2024-07-25 20:00-0700'",
    "'2024-07-26T03:00:00'",
    "TIMESTAMP '2024-07-26 03:00'",
  ].map((time): [string, RegExp] => [
    `frp > 5 AND datetime > ${time}`,
    /Try \{"filter":"frp > 5 AND datetime > TIMESTAMP\('2024-07-26T03:00:00Z'\)"\}\.$/,
  ]),
  [
    "T_DURING(datetime, INTERVAL('2024-07-25T20:00:00-07', '..'))",
    /Try \{"filter":"T_DURING\(datetime, INTERVAL\(TIMESTAMP\('2024-07-26T03:00:00Z'\), '..'\)\)"\}/,
  ],
  [
    "T_AFTER(datetime, '2024-07-25')",
    /Try \{"filter":"T_AFTER\(datetime, DATE\('2024-07-25'\)\)"\}\.$/,
  ],
  [
    "name = '2024-07-25' AND datetime > TIMESTAMP('2024-07-25')",
    /Try \{"filter":"name = '2024-07-25' AND datetime > DATE\('2024-07-25'\)"\} or /,
  ],
  ["name = 'it''s ''2024-07-25 20:00''' AND datetime > 'noon'", /cannot be compared with 'noon'/],
  ["DATE(datetime) = '2024-07-25'", /Try \{"filter":null,"time":"2024-07-25"\}/],
];

for (const [filter, tells] of refused) {
  test(`${filter} is refused with what would be right`, async () => {
    const { context } = contextOf(service);
    const result = await call("query_features", { collection, filter }, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "invalid_input");
    assert.match(result.error.message, tells);
  });
}

test("days of T_DURING and T_CONTAINS are whole, as those of time", async () => {
  const times = [
    "2024-07-24T23:59:59.999Z",
    "2024-07-25T00:00:00Z",
    "2024-07-25T12:00:00Z",
    "2024-07-26T23:59:59Z",
    "2024-07-27T00:00:00Z",
  ];
  const features = times.map((datetime, i) => point(`h${i}`, 0, i, { datetime }));
  const { context } = contextOf({ ...service, features: { [collection]: features } });
  const days = "INTERVAL('2024-07-25', '2024-07-26')";
  for (const input of [
    { time: "2024-07-25/2024-07-26" },
    { filter: `T_DURING(datetime, ${days})` },
    { filter: `T_CONTAINS(${days}, datetime)` },
    { filter: "datetime DURING 2024-07-25/2024-07-26", filter_lang: "ecql-text" },
    { filter: "datetime DURING 2024-07-25/P2D", filter_lang: "ecql-text" },
    { filter: "datetime DURING P2D/2024-07-26", filter_lang: "ecql-text" },
  ]) {
    const { columns, rows } = await answerOf("query_features", { collection, ...input }, context);
    const ids = rows.map((row: readonly unknown[]) => row[columns.indexOf("id")]);
    assert.deepEqual(ids.sort(), ["h1", "h2", "h3"], JSON.stringify(input));
  }
});

test("a function that nobody knows is refused where the properties are not listed", async () => {
  const unlisted = contextOf({
    ...service,
    intercept: ({ pathname }) =>
      pathname.endsWith("/queryables") ? new Response(null, { status: 404 }) : undefined,
  });
  const result = await call(
    "query_features",
    { collection, filter: "abs(frp) > 1" },
    unlisted.context,
  );
  assert.ok(!result.ok);
  assert.equal(result.error.code, "invalid_input");
  assert.match(result.error.message, /abs/);
});
