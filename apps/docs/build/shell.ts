import type { Entry, Group } from "./contents.ts";
import { pathBetween, toRoot } from "./links.ts";
import { escapeHtml, type RenderedPage } from "./render.ts";

/** Files of the site, relative to its folder. */
export interface SiteFiles {
  readonly script: string;
  readonly style: string;
  /** What the search reads. */
  readonly index: string;
}

/** A whole page: header, navigation, the document, its headings, the pages before and after. */
export function pageHtml(
  entry: Entry,
  page: RenderedPage,
  groups: readonly Group[],
  files: SiteFiles,
): string {
  const { path } = entry;
  const file = (name: string) => `${toRoot(path)}docs/${name}`;
  const to = (target: string) => pathBetween(path, target);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escapeHtml(page.description)}" />
    <link rel="icon" href="${file("icon.svg")}" type="image/svg+xml" />
    <title>${escapeHtml(path === "" ? "Emberline’s documents" : `${page.title} – Emberline`)}</title>
    <script src="${file("theme.js")}"></script>
    <link rel="stylesheet" href="${file(files.style)}" />
    <script type="module" src="${file(files.script)}"></script>
  </head>
  <body data-search="${file(files.index)}" data-docs="${toRoot(path)}docs">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="top">
      <a class="mark" href="${to("")}"><img src="${file("icon.svg")}" alt="" width="20" height="20" /> Emberline</a>
      <nav aria-label="Emberline">
        <a href="${toRoot(path)}">Playground</a>
        <a href="${to("api")}">HTTP API</a>
      </nav>
      <div id="tools"></div>
    </header>
    <div class="columns">
      <details class="contents" open>
        <summary>Contents</summary>
        <nav aria-label="Contents">${groups.map((group) => groupHtml(group, entry)).join("")}
          <h2>Reference</h2>
          <ul><li><a href="${toRoot(path)}openapi.json">OpenAPI document</a></li></ul>
        </nav>
      </details>
      <main id="content" tabindex="-1">
${page.html}${aroundHtml(entry, groups)}
      </main>${headingsHtml(page)}
    </div>
    <footer><a href="${file("licences.txt")}">Licences of this site</a></footer>
  </body>
</html>
`;
}

function groupHtml({ title, entries }: Group, shown: Entry): string {
  const links = entries.map(({ path, label }) => {
    const current = path === shown.path ? ' aria-current="page"' : "";
    const indent = path.includes("/") ? ' class="inner"' : "";
    return `<li${indent}><a href="${pathBetween(shown.path, path)}"${current}>${escapeHtml(label)}</a></li>`;
  });
  return `
          <h2>${title}</h2>
          <ul>${links.join("")}</ul>`;
}

function headingsHtml({ headings }: RenderedPage): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return "";
  const links = shown.map(
    ({ id, text, level }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `
      <aside class="headings"><nav aria-label="On this page"><h2>On this page</h2><ul>${links.join("")}</ul></nav></aside>`;
}

function aroundHtml({ path }: Entry, groups: readonly Group[]): string {
  const all = groups.flatMap(({ entries }) => entries);
  const at = all.findIndex((each) => each.path === path);
  const link = (entry: Entry | undefined, rel: string, word: string) =>
    entry
      ? `<a rel="${rel}" href="${pathBetween(path, entry.path)}"><span>${word}</span> ${escapeHtml(entry.label)}</a>`
      : "<span></span>";
  return `<nav class="around" aria-label="Pages before and after">${link(all[at - 1], "prev", "Before")}${link(all[at + 1], "next", "Next")}</nav>`;
}
