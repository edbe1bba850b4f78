import type { Plugin } from "vite";
import { filesIn, licencesOf } from "../../../scripts/bundled-licences.mjs";

/** Writes the page as one HTML document, as text in a module that the server imports. */
export function onePage(): Plugin {
  return {
    name: "one-page",
    enforce: "post",
    generateBundle(_options, bundle) {
      const licences = licencesOf(filesIn(bundle));
      let html = "";
      let script = "";
      let style = "";
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") script += file.code;
        else if (name.endsWith(".css")) style += file.source;
        else if (name.endsWith(".html")) html = String(file.source);
        else throw new Error(`The page would need a second file: ${name}`);
        delete bundle[name];
      }
      const page = html
        .replace(/\s*<link rel="stylesheet"[^>]*>/, () => `\n<style>${style}</style>`)
        .replace(/\s*<script type="module"[^>]*><\/script>/, "")
        // At the end of the body, since an inline module does not wait for the rest.
        .replace("</body>", () => `<script type="module">${escaped(script)}</script></body>`)
        // The page travels alone, and they ask to be in every copy.
        .replace("</html>", () => `</html>\n<!--\n${licences.replaceAll("-->", "-- >")}-->`);
      this.emitFile({
        type: "asset",
        fileName: "page.js",
        source: `export const page = ${JSON.stringify(page)};\n`,
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: licences });
    },
  };
}

/** Neither the end of the element nor a comment may occur in a script (HTML, 4.12.1.3). */
function escaped(script: string): string {
  return script.trim().replace(/<(?=\/script|!--)/gi, "\\x3C");
}
