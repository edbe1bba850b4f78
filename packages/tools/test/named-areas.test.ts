import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { answerOf, call, contextOf } from "./support.ts";

const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
];

/** Detections at these positions, each with the time of a real day. */
const detections = (...positions: readonly (readonly [lon: number, lat: number])[]) =>
  positions.map((coordinates, i) => ({
    type: "Feature",
    id: `h${i}`,
    geometry: { type: "Point", coordinates },
    properties: { datetime: "2025-06-20T12:00:00Z", frp: 1 },
  }));

const square = ([lon, lat]: readonly [number, number], half: number) => [
  [
    [lon - half, lat - half],
    [lon + half, lat - half],
    [lon + half, lat + half],
    [lon - half, lat + half],
    [lon - half, lat - half],
  ],
];

const over = (features: readonly Record<string, unknown>[]) =>
  contextOf({ features: { "svc:hotspots": features }, queryables }).context;

/** The ids of the detections within an area. */
async function idsWithin(
  within: string,
  features: readonly Record<string, unknown>[],
): Promise<unknown[]> {
  const input = { collection: "svc:hotspots", within, limit: 100 };
  const answer = await answerOf("query_features", input, over(features));
  return recordsOf(answer).map(({ id }) => id);
}

const areaOf = async (within: string) => {
  const input = { collection: "svc:hotspots", within };
  return (await answerOf("query_features", input, over([]))).selection.area;
};

async function refusalOf(input: Record<string, unknown>) {
  const result = await call("query_features", { collection: "svc:hotspots", ...input }, over([]));
  assert.ok(!result.ok);
  return result.error;
}

/** Well-known towns, whose areas are common knowledge. */
const salem = [-123.03, 44.94] as const;
const boise = [-116.2, 43.61] as const;

test("within a state are the detections inside it", async () => {
  assert.deepEqual(await idsWithin("Oregon", detections(salem, boise)), ["h0"]);
  assert.deepEqual(await idsWithin("Idaho", detections(salem, boise)), ["h1"]);
});

test("an area is found by local and English names and by codes, in any case, without diacritics", async () => {
  const spellings = {
    Brazil: ["Brazil", "BRASIL", "BR", "brésil"],
    Russia: ["Russia", "Россия", "RU", "Russian Federation"],
    "Oregon, United States": ["oregon", "US-OR", "Oregon, USA", "State of Oregon", "Oregon USA"],
    "Minas Gerais, Brazil": ["Minas Gerais, Brazil", "BR-MG", "minas gerais"],
    "Trinity County, California": ["Trinity County, California", "trinity county, CA"],
    "Lake County, Oregon": ["Lake County, OR", "Lake County Oregon"],
    "Evia, Greece": ["Evia", "Euboea", "Εύβοια"],
    "Andalusia, Spain": ["Andalucía", "Andalusia", "ES-AN"],
    "Yosemite National Park, United States": ["Yosemite", "Yosemite NP"],
    "Mount Rainier National Park, United States": ["Mt. Rainier", "Mount Rainier National Park"],
    "Kangaroo Island, Australia": ["Kangaroo Island", "kangaroo island, South Australia"],
  };
  for (const [label, texts] of Object.entries(spellings))
    for (const text of texts) assert.equal((await areaOf(text)).within, label, text);
});

test("an answer states the kind and size of the area, and the error of its border", async () => {
  const { within, kind, area_km2, borders, bbox, nearest_place } = await areaOf("Brazil");
  assert.deepEqual([within, kind, nearest_place], ["Brazil", "country", undefined]);
  // 8,510,000 km² by the country's own survey (IBGE, 2022).
  assert.ok(Math.abs(area_km2 - 8_510_000) < 60_000, String(area_km2));
  assert.match(borders, /^Natural Earth .*generalised.* km/);
  assert.deepEqual(bbox.map(Math.round), [-74, -34, -29, 5]);
});

test("the area of a state with borders along parallels is that of its survey", async () => {
  // British Columbia's own figure, 944,735 km²: a geodesic border would make it 1 % more.
  const { area_km2 } = await areaOf("British Columbia");
  assert.ok(Math.abs(area_km2 / 944_735 - 1) < 0.005, String(area_km2));
});

test("nations of the United Kingdom and regions people name have the areas of their surveys", async () => {
  for (const [name, label, km2] of [
    // Office for National Statistics, Standard Area Measurements 2023, with inland water.
    ["England", "England, United Kingdom", 130_462],
    ["Scotland", "Scotland, United Kingdom", 78_810],
    ["Wales", "Wales, United Kingdom", 20_782],
    ["Northern Ireland", "Northern Ireland, United Kingdom", 14_137],
    // Statistics of Belgium, of Spain and of France.
    ["Flanders", "Flanders, Belgium", 13_626],
    ["Wallonia", "Wallonia, Belgium", 16_901],
    ["Navarre", "Navarre, Spain", 10_391],
    ["Balearic Islands", "Balearic Islands, Spain", 4992],
    ["Provence", "Provence-Alpes-Côte d'Azur, France", 31_400],
  ] as const) {
    const { within, area_km2 } = await areaOf(name);
    assert.equal(within, label);
    assert.ok(Math.abs(area_km2 / km2 - 1) < 0.04, `${name}: ${area_km2} km²`);
  }
});

test("a name of several areas is refused with an argument for each", async () => {
  for (const [name, count] of [
    ["Georgia", 2],
    ["Trinity County", 2],
    ["Amazonas", 4],
  ] as const) {
    const { code, message } = await refusalOf({ within: name });
    assert.equal(code, "invalid_input");
    const given = [...message.matchAll(/"([^"]+)" \(/g)].map(([, each]) => each!);
    assert.equal(given.length, count, message);
    const labels = await Promise.all(given.map(async (each) => (await areaOf(each)).within));
    assert.equal(new Set(labels).size, count, message);
  }
});

test("a country takes precedence over a state of its name inside it, and the answer names the state", async () => {
  const { within, other_areas } = await areaOf("Mexico");
  assert.deepEqual([within, other_areas], ["Mexico", ["México, Mexico"]]);
});

test("a name that a much smaller area is better known by is refused with both", async () => {
  const offered = async (within: string) => {
    const { code, message } = await refusalOf({ within });
    assert.equal(code, "invalid_input");
    return [...message.matchAll(/"([^"]+)" \(/g)].map(([, each]) => each!).sort();
  };
  assert.deepEqual(await offered("Gaza"), [
    "Gaza Strip, Palestinian Territories",
    "Gaza, Mozambique",
  ]);
  assert.deepEqual(await offered("Balkan"), ["Balkan, Turkmenistan", "Balkans"]);
  const southWest = await offered("South West");
  assert.ok(southWest.includes("Southwest, United States"), southWest.join());
  // 365 km², by the Palestinian Central Bureau of Statistics.
  const strip = await areaOf("Gaza Strip");
  assert.equal(strip.within, "Gaza Strip, Palestinian Territories");
  assert.ok(Math.abs(strip.area_km2 / 365 - 1) < 0.1, String(strip.area_km2));
});

test("an island has all of its land", async () => {
  // As the islands' governments and encyclopedias state them.
  for (const [name, km2] of [
    ["Lesbos", 1633],
    ["Isla de Chiloé", 8394],
    ["Isla Grande de Tierra del Fuego", 47_992],
    ["New Guinea", 785_753],
  ] as const) {
    const { area_km2 } = await areaOf(name);
    assert.ok(Math.abs(area_km2 / km2 - 1) < 0.04, `${name}: ${area_km2}`);
  }
  for (const remnant of ["Lofoten", "Labrador"])
    assert.equal((await refusalOf({ within: remnant })).code, "not_found");
});

test("continents and well-known regions are found in several languages", async () => {
  for (const [label, names] of Object.entries({
    "South America": ["Südamerika", "Sudamérica", "América del Sur", "Amérique du Sud"],
    "North America": ["Nordamerika", "América del Norte"],
    Balkans: ["Balcanes", "Balcani"],
    Myanmar: ["Birmania", "Birmanie"],
    Europe: ["Europa"],
    "United States": ["América"],
    "Crete, Greece": ["Kreta"],
  }))
    for (const name of names) assert.equal((await areaOf(name)).within, label, name);
});

test("what is far from every name is refused without a guess", async () => {
  for (const name of ["Ural Mountains", "Galilee"])
    assert.doesNotMatch((await refusalOf({ within: name })).message, /did you mean/, name);
  const { message } = await refusalOf({ within: "Balkanes" });
  assert.match(message, /did you mean "Balkans"\?/);
});

test("an unknown area is refused with the nearest spelling", async () => {
  const { code, message } = await refusalOf({ within: "Oregno" });
  assert.equal(code, "not_found");
  assert.match(message, /did you mean "Oregon, United States"/);
  assert.match((await refusalOf({ within: "?!" })).message, /no country, state/);
  assert.match((await refusalOf({ within: "Atlantis" })).message, /collection\/featureId/);
});

test("several areas are one, in the form of a text or a list, and each is counted", async () => {
  const features = detections(salem, boise, [-122.33, 47.6], [-112.07, 33.45]);
  const input = { collection: "svc:hotspots", group_by: ["area"], limit: 10 };
  for (const within of [
    "Oregon; Idaho;Utah",
    ["Oregon", "Idaho", "Utah"],
    '["Oregon","Idaho","Utah"]',
    "OR; ID; UT; Oregon",
  ]) {
    const answer = await answerOf("summarize_features", { ...input, within }, over(features));
    assert.deepEqual([answer.matched, answer.complete], [2, true]);
    const rows = recordsOf(answer).map(({ area, count }) => [area, count]);
    const [oregon, idaho, utah] = ["Oregon", "Idaho", "Utah"].map((s) => `${s}, United States`);
    assert.deepEqual(rows, [
      [oregon, 1],
      [idaho, 1],
      [utah, 0],
    ]);
    const { area } = answer.selection;
    assert.deepEqual(
      [area.within, area.kind],
      [`${oregon}; ${idaho}; ${utah}`, "state or province"],
    );
    // Census Bureau, State Area Measurements 2010, total: 254,799 + 216,443 + 219,882 km².
    assert.ok(Math.abs(area.area_km2 / 691_124 - 1) < 0.02, String(area.area_km2));
  }
});

test("what lies in several of the areas counts once, for the first, and is said", async () => {
  const input = { collection: "svc:hotspots", within: "Sierra Nevada, United States; California" };
  // Yosemite Valley and Sacramento.
  const context = over(detections([-119.59, 37.74], [-121.49, 38.58]));
  const answer = await answerOf("summarize_features", { ...input, group_by: ["area"] }, context);
  assert.deepEqual(
    recordsOf(answer).map(({ count }) => count),
    [1, 1],
  );
  assert.match(answer.notices.join(" "), /1 is in several of the areas and counted for the first/);
  assert.equal(answer.selection.area.area_km2, undefined);
});

test("what lies in several of the areas is said of each period compared", async () => {
  const input = {
    ...{ collection: "svc:hotspots", within: "Sierra Nevada, United States; California" },
    ...{ group_by: ["area"], before: "2025-06-19", after: "2025-06-20" },
  };
  // Yosemite Valley and Sacramento; the day before, Sacramento alone.
  const later = detections([-119.59, 37.74], [-121.49, 38.58]);
  const earlier = {
    ...later[1]!,
    id: "e",
    properties: { datetime: "2025-06-19T12:00:00Z", frp: 1 },
  };
  const { notices } = await answerOf("compare_periods", input, over([earlier, ...later]));
  const said = notices.filter((each: string) => each.includes("in several of the areas"));
  assert.equal(said.length, 1, notices.join(" "));
  assert.match(said[0], /^after: 1 is in several .* alone: Sierra Nevada.* 1, California.* 2\.$/);
});

test("the areas of features and of names are one together", async () => {
  const outline = {
    ...detections(salem)[0],
    id: "p1",
    geometry: { type: "Polygon", coordinates: square(boise, 0.1) },
  };
  const { context } = contextOf({
    features: { "svc:perimeters": [outline], "svc:hotspots": detections(salem, boise, [0, 0]) },
    queryables,
  });
  const input = { collection: "svc:hotspots", within: "Oregon; svc:perimeters/p1", limit: 10 };
  const answer = await answerOf("query_features", input, context);
  assert.deepEqual(
    recordsOf(answer).map(({ id }) => id),
    ["h0", "h1"],
  );
  assert.equal(answer.selection.area.within, "Oregon, United States; svc:perimeters/p1");
});

test("within and a box or a circle select what lies in both", async () => {
  const portland = [-122.68, 45.52] as const;
  const vancouver = [-122.66, 45.64] as const;
  const features = detections(salem, portland, vancouver);
  const ids = async (input: Record<string, unknown>) => {
    const answer = await answerOf(
      "query_features",
      { collection: "svc:hotspots", limit: 10, ...input },
      over(features),
    );
    return [recordsOf(answer).map(({ id }) => id), answer.selection.area] as const;
  };
  const [near, { within, center, radius_km }] = await ids({
    within: "Oregon",
    near: "45.6,-122.67",
    radius_km: 20,
  });
  assert.deepEqual([near, within], [["h1"], "Oregon, United States"]);
  assert.deepEqual([center, radius_km], [[-122.67, 45.6], 20]);
  const [boxed, area] = await ids({ within: "Oregon", bbox: [-123, 45.3, -122, 46] });
  assert.deepEqual([boxed, area.bbox, area.within], [["h1"], [-123, 45.3, -122, 46], within]);
  const apart = await refusalOf({ within: "Oregon", near: "38.7,-9.1" });
  assert.match(apart.message, /no place in common: omit one/);
});

test("areas joined by words or commas are refused with the argument to send", async () => {
  for (const [within, meant] of [
    ["Oregon and Washington", "Oregon, United States; Washington, United States"],
    ["Spain, Portugal, Andorra", "Spain; Portugal; Andorra"],
    ["CA, OR", "California, United States; Oregon, United States"],
    ["Georgia & Florida", "Georgia, United States; Florida, United States"],
  ]) {
    const { code, message } = await refusalOf({ within });
    assert.equal(code, "invalid_input");
    assert.ok(message.includes(`Try {"within":"${meant}"}`), message);
    assert.equal((await areaOf(meant!)).within, meant);
  }
  // Names with such a word stay names.
  assert.equal((await areaOf("Trinidad and Tobago")).kind, "country");
  assert.equal((await areaOf("Bosnia and Herzegovina")).kind, "country");
});

test("a code of two areas is refused with both, unless the others of the list decide", async () => {
  for (const [code, country, state] of [
    ["CA", "Canada", "California"],
    ["in", "India", "Indiana"],
    ["GA", "Gabon", "Georgia"],
  ] as const) {
    const { message } = await refusalOf({ within: code });
    assert.ok(message.includes(`"${country}"`) && message.includes(`"${state}`), message);
  }
  const labelOf = async (within: string) => (await areaOf(within)).within;
  assert.equal(await labelOf("CA; OR"), "California, United States; Oregon, United States");
  assert.equal(await labelOf("WA; CA; UT").then((each) => each.split("; ").length), 3);
  assert.equal(await labelOf("Mexico; CA"), "Mexico; Canada");
  assert.match((await refusalOf({ within: "CA; IN" })).message, /Canada.*California/);
});

test("a direction alone is no area, and a mountain range no county", async () => {
  for (const name of ["East", "the North", "West Coast", "Pacific Coast", "Western Region"])
    assert.equal((await refusalOf({ within: name })).code.slice(0, 3), "inv", name);
  assert.equal((await refusalOf({ within: "Klamath Mountains" })).code, "not_found");
});

test("a correction of one name repeats the others of the list", async () => {
  const { message } = await refusalOf({ within: "Calfornia; Oregon" });
  assert.match(message, /"California, United States; Oregon"/);
  const ambiguous = await refusalOf({ within: "Lane County; Brazil" });
  assert.match(ambiguous.message, /"Lane County, Oregon; Brazil"/);
});

test("regions above states are what their definition lists, and say it", async () => {
  // Towns of common knowledge, inside and outside.
  const places: Record<string, { inside: readonly number[]; outside: readonly number[] }> = {
    "West Africa": { inside: [-8, 12.65], outside: [15.3, -4.3] }, // Bamako, Kinshasa
    "New England": { inside: [-71.06, 42.36], outside: [-74, 40.71] }, // Boston, New York
    "Pacific Northwest": { inside: [-116.2, 43.61], outside: [-121.49, 38.58] }, // Boise, Sacramento
    "Southern California": { inside: [-117.16, 32.72], outside: [-122.42, 37.77] },
    Iberia: { inside: [-9.14, 38.72], outside: [2.65, 39.57] }, // Lisbon, Palma
    "the Sahel": { inside: [2.11, 13.51], outside: [36.82, -1.29] }, // Niamey, Nairobi
    Scandinavia: { inside: [18.07, 59.33], outside: [24.94, 60.17] }, // Stockholm, Helsinki
    "Lower 48": { inside: [-71.06, 42.36], outside: [-149.9, 61.22] }, // Anchorage
    "Mainland Portugal": { inside: [-8.43, 40.21], outside: [-16.92, 32.65] }, // Coimbra, Funchal
    "Southeast Asia": { inside: [100.5, 13.75], outside: [114.17, 22.32] }, // Bangkok, Hong Kong
    Nordeste: { inside: [-38.5, -12.97], outside: [-46.63, -23.55] }, // Salvador, São Paulo
    "Southern Italy": { inside: [14.27, 40.85], outside: [13.36, 38.12] }, // Naples, Palermo
    Balkans: { inside: [21, 41.5], outside: [54.4, 39.5] }, // Balkan, Turkmenistan
    "the Amazon": { inside: [-60, -3.1], outside: [-47.9, -15.8] }, // Manaus, Brasília
    Cascades: { inside: [-121.7, 44.1], outside: [-116.2, 43.61] },
  };
  for (const [name, { inside, outside }] of Object.entries(places)) {
    const both = detections(inside as never, outside as never);
    assert.deepEqual(await idsWithin(name, both), ["h0"], name);
  }
  const { kind, borders, members } = await areaOf("New England");
  assert.equal(kind, "group of states or provinces");
  assert.match(borders, /^US Census Bureau, regions and divisions; Natural Earth/);
  assert.equal(members, "Connecticut, Maine, Massachusetts, New Hampshire, Rhode Island, Vermont");
  // Members of the United Nations' list of Western Africa, with Saint Helena.
  assert.equal((await areaOf("West Africa")).members.split(", ").length, 17);
  const [south, other] = ["South, United States", "South, Brazil"];
  assert.match((await refusalOf({ within: "South" })).message, new RegExp(`${south}.*${other}`));
});

test("a state with the wrong country is unknown", async () => {
  assert.equal((await refusalOf({ within: "Oregon, Brazil" })).code, "not_found");
});

test("near and find_place suggest within for a country, in one sentence", async () => {
  const { message } = await refusalOf({ near: "Brazil" });
  assert.match(message, /Try \{"collection":"svc:hotspots","within":"Brazil"\}/);
  // The whole call, without what belongs to a point.
  const asked = { near: "Brazil", radius_km: 20, time: "2025-06-20", limit: 3 };
  const [, whole] = /Try (\{.*\})\./.exec((await refusalOf(asked)).message)!;
  const { near: _, radius_km: _km, ...rest } = asked;
  assert.deepEqual(JSON.parse(whole!), { collection: "svc:hotspots", ...rest, within: "Brazil" });
  const noticesOf = async (name: string) =>
    (await answerOf("find_place", { name }, over([]))).notices.join(" ");
  assert.match(await noticesOf("Brazil"), /give it as within/);
  assert.match(await noticesOf("Fraser Island"), /within "K'gari, Australia"/);
  assert.equal((await areaOf("Brazil")).within, "Brazil");
});

test("Fiji, Chukotka and the Aleutians reach across the antimeridian without a gap", async () => {
  // Taveuni, which the antimeridian crosses; and a tenth of a degree to both sides of it.
  const taveuni = detections(
    [179.95, -16.83],
    [-179.97, -16.8],
    [180, -16.85],
    [-180, -16.85],
    [178, -10],
  );
  assert.deepEqual(await idsWithin("Fiji", taveuni), ["h0", "h1", "h2", "h3"]);
  const chukotka = detections([179.95, 67], [-179.95, 67], [-175, 66.5], [175, 66.5], [-160, 66.5]);
  assert.deepEqual(await idsWithin("Chukotka", chukotka), ["h0", "h1", "h2", "h3"]);
  // Adak and Attu lie to both sides.
  const aleutians = detections([-176.65, 51.85], [172.9, 52.9], [0, 51.85]);
  assert.deepEqual(await idsWithin("Aleutian Islands", aleutians), ["h0", "h1"]);
  const { bbox } = await areaOf("Alaska");
  assert.ok(bbox[0] > 172 && bbox[2] < -129, bbox.join());
});

test("an enclave is not part of the country around it", async () => {
  // Maseru and Semonkong in Lesotho, Bloemfontein; San Marino, Rimini.
  const southern = detections([27.6, -29.4], [28.05, -29.85], [26.2, -29.1]);
  assert.deepEqual(await idsWithin("Lesotho", southern), ["h0", "h1"]);
  assert.deepEqual(await idsWithin("South Africa", southern), ["h2"]);
  const italian = detections([12.45, 43.94], [12.55, 44.04]);
  assert.deepEqual(await idsWithin("San Marino", italian), ["h0"]);
  assert.deepEqual(await idsWithin("Italy", italian), ["h1"]);
});

test("a perimeter across a border is in both states, and one around an area matches it", async () => {
  // The Columbia at Hood River; a square around San Marino.
  const polygon = (id: string, coordinates: readonly (readonly (readonly number[])[])[]) => ({
    ...detections(salem)[0],
    id,
    geometry: { type: "Polygon", coordinates },
  });
  const shapes = [
    polygon("river", square([-121.5, 45.71], 0.2)),
    polygon("salem", square(salem, 0.01)),
    polygon("around", square([12.46, 43.94], 0.4)),
  ];
  assert.deepEqual(await idsWithin("Oregon", shapes), ["river", "salem"]);
  assert.deepEqual(await idsWithin("Washington", shapes), ["river"]);
  assert.deepEqual(await idsWithin("San Marino", shapes), ["around"]);
});

test("detections are grouped by country, state and county, and those at sea have no area", async () => {
  const everywhere = detections(salem, salem, boise, [-47.9, -15.8], [-30, -40]);
  const groups = async (level: string) => {
    const input = { collection: "svc:hotspots", group_by: [level], properties: [], top: 0 };
    const answer = await answerOf("summarize_features", input, over(everywhere));
    return Object.fromEntries(recordsOf(answer).map((row) => [row[level], row.count]));
  };
  assert.deepEqual(await groups("country"), { "United States": 3, Brazil: 1, none: 1 });
  assert.deepEqual(await groups("region"), {
    "Oregon, United States": 2,
    "Idaho, United States": 1,
    "Distrito Federal, Brazil": 1,
    none: 1,
  });
  assert.deepEqual(await groups("county"), {
    "Marion County, Oregon": 2,
    "Ada County, Idaho": 1,
    none: 2,
  });
});

test("a property of countries takes precedence, its codes and names are one group", async () => {
  const texts = [
    "USA",
    "IND",
    "India",
    "IN",
    "india ",
    "Congo, DRC",
    "COD",
    "Georgia",
    "Atlantic Ocean",
  ];
  const features = detections(...texts.map(() => salem)).map((feature, i) => ({
    ...feature,
    properties: { ...feature.properties, country: texts[i] },
  }));
  const { context } = contextOf({
    features: { "svc:hotspots": features },
    queryables: [...queryables, { id: "country", type: "string" }],
  });
  const input = { collection: "svc:hotspots", group_by: ["country"], properties: [], top: 0 };
  const answer = await answerOf("summarize_features", input, context);
  assert.deepEqual(
    recordsOf(answer).map(({ country, count }) => [country, count]),
    [
      ["India", 4],
      ["Democratic Republic of the Congo", 2],
      ["Atlantic Ocean", 1],
      ["Georgia", 1],
      ["United States", 1],
    ],
  );
  const notices = answer.notices.join(" ");
  assert.match(notices, /India \("IND", "India", "IN", "india"\)/);
  assert.match(notices, /No country's name or code: .*"Atlantic Ocean"/);
});

test("several areas are offered however they are joined, and all wrong names at once", async () => {
  const offeredFor = async (within: string) => {
    const { message } = await refusalOf({ within });
    const [, offered = null] = /Try (\{.*?\})\./.exec(message) ?? [];
    return offered && JSON.parse(offered).within;
  };
  for (const [text, offered] of [
    ["Portugal or Spain", "Portugal; Spain"],
    ["Portugal y España", "Portugal; Spain"],
    ["Bosnia and Herzegovina and Serbia", "Bosnia & Herzegovina; Serbia"],
    ["Trinidad and Tobago, Venezuela", "Trinidad & Tobago; Venezuela"],
    ["West Africa, Southern California", "West Africa; Southern California, United States"],
    ["Calfornia; Orgeon", "California, United States; Oregon, United States"],
    ["Calfornia; Oregon; Nevda", "California, United States; Oregon; Nevada, United States"],
    // In Greece, rather than beside it.
    ["Macedonia, Greece", null],
  ] as const)
    assert.equal(await offeredFor(text), offered, text);
  const { message } = await refusalOf({ within: "Calfornia; Orgeon" });
  assert.match(message, /"Calfornia".*"Orgeon"/);
  const { fault } = await refusalOf({ within: "Macedonia, Greece" });
  assert.deepEqual(
    fault?.candidates?.map(({ value }) => value),
    ["Central Macedonia", "East Macedonia and Thrace", "West Macedonia"].map(
      (name) => `${name}, Greece`,
    ),
  );
});

test("groups have the names people use; for one that does not exist, the answer says what to use", async () => {
  const groupBy = (name: string) => ({ collection: "svc:hotspots", group_by: [name], top: 0 });
  for (const [name, column] of [
    ["state", "region"],
    ["Provinces", "region"],
    ["counties", "county"],
    ["nation", "country"],
    ["date", "day"],
    ["hourly", "hour"],
  ] as const) {
    const answer = await answerOf("summarize_features", groupBy(name), over(detections(salem)));
    assert.equal(answer.columns[0], column, name);
    assert.ok(answer.notices.includes(`group_by "${name}" is read as "${column}".`), name);
  }
  for (const [name, instead] of [
    ["month", /call once for each, such as time "2025-06"/],
    ["town", /"region" \(state\), "county" \(USA\)/],
    ["source", /"satellite_name" or "static_source"/],
  ] as const) {
    const result = await call("summarize_features", groupBy(name), over(detections(salem)));
    assert.ok(!result.ok);
    assert.match(result.error.message, instead);
  }
  // A property of the name is what was asked for.
  const { context } = contextOf({
    features: { "svc:hotspots": detections(salem) },
    queryables: [...queryables, { id: "state", type: "string" }],
  });
  const { columns } = await answerOf("summarize_features", groupBy("state"), context);
  assert.equal(columns[0], "state");
});

test("the file of areas takes at most 3 MB, and each source in git at most 500 kB", () => {
  const folder = new URL("../../areas/data/", import.meta.url);
  assert.ok(statSync(new URL("areas.js", folder)).size <= 3_000_000);
  for (const part of ["admin1", "admin1-arcs-1", "admin1-arcs-2", "admin1-arcs-3", "natural"])
    assert.ok(readFileSync(new URL(`source/${part}.txt`, folder)).length <= 500_000, part);
});
