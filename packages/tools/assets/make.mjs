// Makes o200k.js and fonts.js, the parts that the tools use of two packages of 42 MB, and the
// licences of both. Run by npm after an install and before a build. The .d.ts files describe them.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { filesIn, licencesOf } from "../../../scripts/bundled-licences.mjs";

const require = createRequire(import.meta.url);
const inFolder = (name) => fileURLToPath(new URL(name, import.meta.url));

const bundle = await rolldown({ input: inFolder("o200k.mjs"), treeshake: true });
const { output } = await bundle.write({ file: inFolder("o200k.js"), format: "esm" });
await bundle.close();

const fonts = { regular: "DejaVuSans.ttf", bold: "DejaVuSans-Bold.ttf" };
const paths = Object.values(fonts).map((name) => require.resolve(`dejavu-fonts-ttf/ttf/${name}`));
const lines = Object.keys(fonts).map(
  (name, index) => `export const ${name} = "${readFileSync(paths[index], "base64")}";\n`,
);
writeFileSync(inFolder("fonts.js"), lines.join(""));
writeFileSync(inFolder("licences.txt"), licencesOf([...filesIn(output), ...paths]));
