import assert from "node:assert/strict";
import { it } from "node:test";
import { createReferenceService } from "@emberline/reference-service";

const root = "http://service.test";
const page = `${root}/settings/api-clients`;
const asPage = { accept: "text/html" };

async function open() {
  let now = Date.UTC(2026, 0, 1);
  const service = await createReferenceService({
    clients: [],
    adminKey: "a-key-of-the-operator",
    synthetic: true,
    now: () => now,
  });
  const get = (url: string, cookie?: string) =>
    service.fetch(new Request(url, { headers: { ...asPage, ...(cookie && { cookie }) } }));
  const wait = (minutes: number) => {
    now += minutes * 60_000;
  };
  return { service, get, wait, link: root + service.createSettingsLink() };
}

it("a link opens Settings once, and stays out of the pages that follow", async () => {
  const { get, link } = await open();
  assert.equal((await get(page)).status, 401);
  const opened = await get(link);
  assert.equal(opened.status, 303);
  const location = opened.headers.get("location")!;
  assert.equal(new URL(location, root).href, page);
  const setCookie = opened.headers.get("set-cookie")!;
  assert.match(setCookie, /HttpOnly/);
  assert.match(setCookie, /SameSite=Strict/);
  const cookie = setCookie.split(";")[0]!;
  const settings = await get(page, cookie);
  assert.equal(settings.status, 200);
  assert.ok(!(await settings.text()).includes(new URL(link).searchParams.get("link")!));
  const again = await get(link);
  assert.equal(again.headers.get("set-cookie"), null);
  assert.equal((await get(page)).status, 401);
});

it("a link ends after an hour, its session after half a day, and none can be invented", async () => {
  const { service, get, wait, link } = await open();
  wait(61);
  assert.equal((await get(link)).headers.get("set-cookie"), null);
  assert.equal((await get(`${page}?link=`)).headers.get("set-cookie"), null);
  assert.equal((await get(`${page}?link=invented`)).headers.get("set-cookie"), null);
  const opened = await get(root + service.createSettingsLink());
  const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
  assert.equal((await get(page, cookie)).status, 200);
  wait(12 * 60 + 1);
  assert.equal((await get(page, cookie)).status, 401);
  assert.equal((await get(page, "emberline_settings=invented")).status, 401);
});

it("what was created is shown as lines to export", async () => {
  const { service, get, link } = await open();
  const cookie = (await get(link)).headers.get("set-cookie")!.split(";")[0]!;
  const created = await service.fetch(
    new Request(page, {
      method: "POST",
      headers: {
        ...asPage,
        cookie,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "name=Map+team",
    }),
  );
  const html = await created.text();
  const shown = (id: string) => new RegExp(`<code id="${id}">([^<]+)<`).exec(html)![1]!;
  assert.equal(
    shown("exports"),
    [
      `export EMBERLINE_BASE_URL=${root}`,
      `export EMBERLINE_CLIENT_ID=${shown("client_id")}`,
      `export EMBERLINE_CLIENT_SECRET=${shown("client_secret")}`,
    ].join("\n"),
  );
});
