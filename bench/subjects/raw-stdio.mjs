// JSON-RPC over stdio with nothing but Node.
import { createInterface } from "node:readline";
import { answer } from "./raw-answer.mjs";

createInterface({ input: process.stdin }).on("line", (line) => {
  const text = answer(line);
  if (text !== undefined) process.stdout.write(`${text}\n`);
});
