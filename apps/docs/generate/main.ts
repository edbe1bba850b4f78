// npm run docs: makes the parts of the documents that come from the programs.
import { mkdirSync, writeFileSync } from "node:fs";
import { folder, madeDocuments } from "./documents.ts";

mkdirSync(new URL("tools/", folder), { recursive: true });
for (const [path, text] of await madeDocuments()) writeFileSync(new URL(path, folder), text);
