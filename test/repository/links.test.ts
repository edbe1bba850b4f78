import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

const isOurs = (path: string) => !/(^|\/)(node_modules|dist|output|\.git|\.changeset)\//.test(path);

const pages = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".md") && isOurs(path));

const textOf = (page: string) =>
  readFileSync(join(root, page), "utf8").replaceAll(/^```.*?^```/gms, "");

/** As GitHub names headings: https://github.com/gjtorikian/html-pipeline. */
function anchorsOf(page: string): Set<string> {
  const headings = textOf(page).matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, text]) =>
      text!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test("every link of a page to another file, or to one of its headings, has a target", () => {
  assert.ok(pages.includes("README.md") && pages.includes(".github/SECURITY.md"));
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
      ([link, path, anchor]) => {
        const target = path ? join(dirname(page), path) : page;
        if (!existsSync(join(root, target))) return [`${page}: ${link}`];
        const hasAnchor = anchor === undefined || anchorsOf(target).has(anchor);
        return hasAnchor ? [] : [`${page}: ${link}`];
      },
    ),
  );
  assert.deepEqual(broken, []);
});
