import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { errorKinds, type FaultKind } from "./stand-ins/faults.ts";
import { StandIns } from "./stand-ins/stand-ins.ts";
import { hour, minute } from "./world/clock.ts";
import { makeWorld } from "./world.ts";

const world = makeWorld({ days: 12 });
let standIns: StandIns;
before(async () => {
  standIns = await StandIns.start({ world, maxRecords: 15 });
});
after(() => standIns.close());

async function ask(source: "firms" | "wfigs" | "feds", path: string, headers = {}) {
  const response = await fetch(`${standIns.url(source)}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const area = (source: string, rest = "world/2") =>
  `/api/area/csv/${standIns.key}/${source}/${rest}`;

async function versions(source: string, rest?: string) {
  const [header, ...lines] = (await ask("firms", area(source, rest))).body.trimEnd().split("\n");
  const at = header!.split(",").indexOf("version");
  return { header: header!, lines, versions: new Set(lines.map((line) => line.split(",")[at])) };
}

test("just after midnight UTC a range of one day has no rows, and one of two has", async () => {
  standIns.now = world.start + 2 * 24 * hour + minute;
  assert.equal((await versions("VIIRS_NOAA20_NRT", "world/1")).lines.length, 0);
  const { header, lines } = await versions("VIIRS_NOAA20_NRT");
  assert.ok(lines.length > 20);
  assert.equal(
    header,
    "latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight",
  );
  assert.match(
    (await ask("firms", area("VIIRS_NOAA20_NRT", "world/6"))).body,
    /^Invalid day range/,
  );
});

test("provisional rows come within minutes, and leave for final ones", async () => {
  // The overpass of NOAA-20 starts at 00:20.
  standIns.now = world.start + 24 * hour + 27 * minute;
  assert.ok((await versions("VIIRS_NOAA20_NRT", "world/1")).versions.has("2.0URT"));
  standIns.now += 7 * hour;
  assert.deepEqual([...(await versions("VIIRS_NOAA20_NRT", "world/1")).versions], ["2.0NRT"]);
});

test("standard rows replace days of near-real-time rows, and have a type", async () => {
  const date = new Date(world.start).toISOString().slice(0, 10);
  const early = async () => ({
    nrt: (await versions("MODIS_NRT", `world/1/${date}`)).lines.length,
    sp: (await versions("MODIS_SP", `world/1/${date}`)).lines.length,
  });
  standIns.now = world.start + 3 * 24 * hour;
  const before = await early();
  assert.ok(before.nrt > 20);
  assert.equal(before.sp, 0);
  standIns.now = world.start + 7 * 24 * hour;
  const after = await early();
  assert.equal(after.nrt, 0);
  assert.ok(after.sp > 20);
  assert.match((await versions("MODIS_SP", `world/1/${date}`)).header, /,type$/);
  const { body } = await ask("firms", `/api/data_availability/csv/${standIns.key}/ALL`);
  const [, end] = /^MODIS_SP,[\d-]+,([\d-]+)$/m.exec(body)!;
  const [, start] = /^MODIS_NRT,([\d-]+),/m.exec(body)!;
  assert.equal(Date.parse(start!) - Date.parse(end!), 24 * hour);
});

test("the quota counts a world day of VIIRS as 36, and refuses beyond its limit", async () => {
  const small = await StandIns.start({ world, quota: 100 });
  const get = async (path: string) => {
    const response = await fetch(`${small.url("firms")}${path}`);
    return response.text();
  };
  const status = `/mapserver/mapkey_status/?MAP_KEY=${small.key}`;
  const path = `/api/area/csv/${small.key}/VIIRS_SNPP_NRT/world/1`;
  await get(path);
  assert.equal(JSON.parse(await get(status)).current_transactions, 36);
  await get(path);
  assert.equal(await get(path), "Exceeding allowed transaction limit");
  small.now += 10 * minute;
  assert.match(await get(path), /^latitude,/);
  await small.close();
});

test("files without a key answer a conditional request with 304 until the next hour", async () => {
  standIns.now = world.start + 30 * hour;
  const path = "/data/active_fire/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Global_24h.csv";
  const first = await ask("firms", path);
  assert.doesNotMatch(first.body, /instrument/);
  assert.match(first.body, /,0020,1,(low|nominal|high),/);
  const headers = { "if-none-match": first.headers.get("etag")! };
  standIns.now += 59 * minute;
  assert.equal((await ask("firms", path, headers)).status, 304);
  standIns.now += 3 * hour;
  assert.equal((await ask("firms", path, headers)).status, 200);
});

test("pages of perimeters are followed by either flag, and hold every fire once", async () => {
  standIns.now = world.start + 5 * 24 * hour;
  const seen: string[] = [];
  const flags = new Set<string>();
  for (let more = true; more; ) {
    const { body } = await ask(
      "wfigs",
      `/WFIGS_Interagency_Perimeters_Current/FeatureServer/0/query?where=1%3D1&outFields=*&f=geojson&resultOffset=${seen.length}`,
    );
    const page = JSON.parse(body);
    for (const { properties } of page.features) seen.push(properties.attr_UniqueFireIdentifier);
    if (page.exceededTransferLimit) flags.add("top");
    if (page.properties?.exceededTransferLimit) flags.add("properties");
    more = Boolean(page.exceededTransferLimit ?? page.properties?.exceededTransferLimit);
  }
  assert.ok(seen.length > 20);
  assert.equal(new Set(seen).size, seen.length);
  assert.ok(flags.size > 0);
});

test("pages of FEDS are followed by their links", async () => {
  standIns.now = world.start + 5 * 24 * hour;
  const ids: string[] = [];
  let next: string | undefined =
    `${standIns.url("feds")}/collections/public.eis_fire_lf_perimeter_nrt/items?limit=50`;
  while (next) {
    const page = (await (await fetch(next)).json()) as {
      features: { id: string }[];
      links: { rel: string; href: string }[];
      numberMatched: number;
    };
    ids.push(...page.features.map(({ id }) => id));
    next = page.links.find(({ rel }) => rel === "next")?.href;
    if (!next) assert.equal(ids.length, page.numberMatched);
  }
  assert.equal(new Set(ids).size, ids.length);
});

test("no error of a source reads as a list of fires", async () => {
  const questions = {
    firms: area("VIIRS_NOAA20_NRT"),
    wfigs: "/WFIGS_Interagency_Perimeters_Current/FeatureServer/0/query?where=1%3D1&f=geojson",
    feds: "/collections/public.eis_fire_lf_perimeter_nrt/items",
  };
  for (const source of ["firms", "wfigs", "feds"] as const) {
    for (const kind of errorKinds(source)) {
      standIns.faults.next(source, kind);
      assert.equal(await looksRight(source, questions[source]), false, `${source} ${kind}`);
    }
    assert.equal(await looksRight(source, questions[source]), true, source);
  }
  const cut = standIns.requests.filter(({ fault }) =>
    (["cut", "reset"] as FaultKind[]).includes(fault!),
  );
  assert.equal(cut.length, 6);
  assert.ok(cut.every(({ complete }) => !complete));
});

async function looksRight(source: "firms" | "wfigs" | "feds", path: string): Promise<boolean> {
  try {
    const { status, body } = await ask(source, path);
    if (source !== "firms") return status === 200 && "features" in JSON.parse(body);
    return status === 200 && /latitude/.test(body.split("\n")[0]!);
  } catch {
    return false;
  }
}

test("no log of a request has the key", () => {
  assert.doesNotMatch(JSON.stringify(standIns.requests), new RegExp(standIns.key));
});
