// npm run docs: makes the parts of the documents that come from the programs, and the skills.
import { mkdirSync, writeFileSync } from "node:fs";
import { folder, madeDocuments } from "./documents.ts";

for (const [path, text] of await madeDocuments()) {
  const file = new URL(path, folder);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
}
