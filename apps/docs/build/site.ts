import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { contents } from "./contents.ts";
import { llmsText, markdownName, markdownOf } from "./markdown.ts";
import { type RenderedPage, renderPage } from "./render.ts";
import { pageHtml } from "./shell.ts";
import { withKey } from "./with-key.ts";

interface SiteOptions {
  /** The folder of the documents. */
  readonly documents: string;
  /** The playground's icon and the script that sets the theme. */
  readonly shared: string;
}

/**
 * Makes a page of each document, of those with commands another one for servers that ask for a key,
 * each in Markdown too, and the lists that the search and programs read.
 */
export function site({ documents, shared }: SiteOptions): Plugin {
  return {
    name: "site",
    enforce: "post",
    generateBundle(_options, bundle) {
      const tools = namesIn(join(documents, "tools"));
      const groups = contents(tools);
      const pages = groups
        .flatMap(({ entries }) => entries)
        .map((entry) => {
          const file = join(documents, markdownName(entry.path));
          const text = readFileSync(file, "utf8");
          const keyed = withKey(entry.path, text);
          return {
            entry,
            texts: { "": text, ...(keyed && { ".with-key": keyed }) },
            page: renderPage(entry.path, text),
            keyed: keyed && renderPage(entry.path, keyed),
          };
        });
      const records = pages.flatMap(({ entry: { path }, page: { title, sections } }) =>
        sections.map(({ id, heading, text }) => ({ path, id, title, heading, text })),
      );
      const index = this.emitFile({
        type: "asset",
        name: "search.json",
        source: JSON.stringify(records),
      });
      const files = Object.values(bundle);
      const script = files.find((file) => file.type === "chunk" && file.isEntry)!.fileName;
      const style = files.find(({ fileName }) => fileName.endsWith(".css"))!.fileName;
      const names = { script, style, index: this.getFileName(index) };
      for (const { entry, page, keyed, texts } of pages) {
        const name = entry.path === "" ? "index" : entry.path;
        const emit = (fileName: string, shown: RenderedPage) =>
          this.emitFile({
            type: "asset",
            fileName,
            source: pageHtml(entry, shown, groups, names),
          });
        emit(`${name}.html`, page);
        if (keyed) emit(`${name}.with-key.html`, keyed);
        for (const [ending, text] of Object.entries(texts)) {
          const fileName = markdownName(entry.path).replace(".md", `${ending}.md`);
          const source = markdownOf(entry.path, text);
          this.emitFile({ type: "asset", fileName, source });
        }
      }
      const byPath = new Map(pages.map(({ entry: { path }, page }) => [path, page]));
      const source = llmsText(groups, (path) => byPath.get(path)!);
      this.emitFile({ type: "asset", fileName: "llms.txt", source });
      for (const name of readdirSync(join(documents, "tools")).filter((each) =>
        each.endsWith(".svg"),
      )) {
        const source = readFileSync(join(documents, "tools", name));
        this.emitFile({ type: "asset", fileName: `tools/${name}`, source });
      }
      for (const fileName of ["icon.svg", "theme.js"]) {
        const source = readFileSync(join(shared, fileName));
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

/** Names of documents in a folder, without their ending. */
function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3))
    .sort();
}
