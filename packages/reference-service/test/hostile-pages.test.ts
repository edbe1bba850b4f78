import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertVisible,
  hostile,
  mark,
  names,
  numbers,
} from "@emberline/test-support/hostile-names";
import { adminAuthorization, browse, settingsUrl } from "./browser-harness.ts";
import { featuresUrl, start } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

/** Markup of ours alone, in which every character is seen where it stands. */
function assertPage(html: string): void {
  assertVisible(html.replaceAll("\n", ""));
  const markup = html.replace(/<style>.*<\/style>/s, "").replace(/"[^"]*"/g, '""');
  const tags = markup.match(/<[^>]*>/g)!;
  for (const tag of tags) assert.doesNotMatch(tag, /^<\/?(?:script|img)|\son\w+=|forged|obey/i);
}

const asPage = { headers: { Accept: "text/html" } };
const text = (n: number) => hostile(n).toWellFormed();
const collections = ["hotspots", "satellite-perimeters", "static-heat-sources"];

test("pages show hostile names, values, ids and requests as text, with nothing hidden", () => {
  const line = (n: number) =>
    pointLine(text(n).slice(0, 200), [10, 50], {
      datetime: "2024-07-01T10:00:00Z",
      incident_name: text(n),
      name: text(n),
      instrument: text(n).slice(0, 30),
      [text(n)]: text(n),
      link: `https://${mark}.test/${text(n).replace(/\s/g, "")}`,
      ...Object.fromEntries(names.map((name) => [name.toWellFormed(), [text(n)]])),
    });
  const lines = numbers.map(line).join("");
  const files = Object.fromEntries(collections.map((id) => [`${id}.geojsonl`, lines]));
  return withFolder(files, async (data) => {
    const { get, json } = await start({ data });
    let shown = 0;
    const see = async (path: string) => {
      const answer = await get(path, asPage);
      assert.match(answer.headers.get("Content-Type")!, /^text\/html/, path);
      const html = await answer.text();
      assertPage(html);
      if (html.includes(mark)) shown++;
    };
    for (const path of ["", "/collections", "/api", "/conformance"]) await see(path);
    for (const id of collections) {
      const path = `/collections/svc:${id}`;
      const { features } = await json(`${path}/items?limit=100`);
      assert.equal(features.length, numbers.length);
      for (const each of ["", "/queryables", "/items"]) await see(path + each);
      for (const { id: feature } of features.slice(0, 2))
        await see(`${path}/items/${encodeURIComponent(feature)}`);
      for (const n of [0, 4]) {
        const name = encodeURIComponent(text(n));
        await see(`${path}/aggregate?group-by=${name}&properties=${name}`);
        for (const key of ["filter", "datetime", "bbox", "limit", "sortby", name])
          await see(`${path}/items?${key}=${name}`);
        await see(`${path}/items/${name}x`);
      }
    }
    for (const n of numbers) await see(`/collections/${encodeURIComponent(text(n))}`);
    assert.ok(shown > 25, String(shown));
  });
});

test("pages for API clients show their names as text, with nothing hidden", async () => {
  const { open, formOf, send } = await browse();
  const admin = { Authorization: adminAuthorization };
  for (const n of numbers) {
    const fields = { ...(await formOf(settingsUrl, admin)), name: text(n).slice(0, 60) };
    const answer = await send(settingsUrl, { ...fields, organization: mark }, admin);
    assertPage(await answer.text());
  }
  assertPage(await (await open(settingsUrl, { headers: admin })).text());
  const next = `${featuresUrl}/collections?x=${encodeURIComponent(text(1))}`;
  assertPage(await (await open(next)).text());
});
