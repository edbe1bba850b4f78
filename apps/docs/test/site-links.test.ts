import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/* The site as it was built. */

const folder = fileURLToPath(new URL("../../server/dist/site/", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const read = (file: string) => readFileSync(folder + file, "utf8");
/** What other parts of the server answer. */
const elsewhere = ["/", "/docs/api", "/openapi.json"];

/** The address of each page, as the server has it. */
const pages = new Map(
  files
    .filter((file) => file.endsWith(".html"))
    .map((file) => {
      const name = file.slice(0, -".html".length);
      return [name === "index" ? "/docs" : `/docs/${name}`, read(file)];
    }),
);

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

function hasTarget({ pathname, hash }: URL): boolean {
  const page = pages.get(pathname);
  if (page !== undefined) return hash === "" || idsOf(page).has(decodeURIComponent(hash.slice(1)));
  return elsewhere.includes(pathname) || files.includes(pathname.replace(/^\/docs\//, ""));
}

test("every link, script, style and picture of the site has a target, also under a path", () => {
  assert.ok(pages.size > 20);
  for (const prefix of ["", "/fires"]) {
    const broken = [...pages].flatMap(([address, html]) => {
      const base = `https://site.example${prefix}${address}`;
      return [...html.matchAll(/ (?:href|src|data-search)="([^"]*)"/g)].flatMap(([, link]) => {
        const url = new URL(link!.replaceAll("&amp;", "&"), base);
        if (url.host !== "site.example") return [];
        const isInside = url.pathname.startsWith(`${prefix}/`);
        url.pathname = url.pathname.slice(prefix.length);
        return isInside && hasTarget(url) ? [] : [`${address}: ${link}`];
      });
    });
    assert.deepEqual(broken, []);
  }
});

test("each document is in the contents of every page", () => {
  const documents = readdirSync(new URL("../../../docs/", import.meta.url), {
    recursive: true,
    encoding: "utf8",
  });
  const wanted = documents
    .filter((path) => path.endsWith(".md"))
    .map((path) => path.slice(0, -".md".length).replaceAll("\\", "/"))
    .map((path) => (path === "README" ? "/docs" : `/docs/${path}`));
  const made = [...pages.keys()].filter((address) => !address.endsWith(".with-key"));
  assert.deepEqual(made.sort(), wanted.sort());
  for (const [address, html] of pages) {
    const [, nav] = /<nav aria-label="Contents">(.*?)<\/nav>/s.exec(html)!;
    const linked = [...nav!.matchAll(/ href="([^"]*)"/g)].map(
      ([, link]) => new URL(link!, `https://site.example${address}`).pathname,
    );
    assert.deepEqual(
      wanted.filter((each) => !linked.includes(each)),
      [],
      address,
    );
  }
});

test("what the search reads leads to headings that exist", () => {
  const index = files.find((file) => /search-.*\.json$/.test(file))!;
  const sections: { path: string; id: string; text: string }[] = JSON.parse(read(index));
  assert.ok(sections.length > 100);
  for (const { path, id } of sections) {
    const html = pages.get(path === "" ? "/docs" : `/docs/${path}`)!;
    assert.ok(id === "" || idsOf(html).has(id), `${path}#${id}`);
  }
});

test("no page has a script or style of its own, or loads from another host", () => {
  for (const [address, html] of pages) {
    assert.doesNotMatch(html, /<script(?![^>]* src=)|<style| style="| on[a-z]+="/, address);
    assert.doesNotMatch(html, /<(?:script|link|img)[^>]* (?:src|href)="(?:https?:)?\/\//, address);
  }
});
