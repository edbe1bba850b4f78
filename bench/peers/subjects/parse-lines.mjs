// The baseline of loading: reads a file and parses every line.
import { createReadStream } from "node:fs";

const started = performance.now();
let lines = 0;
let rest = "";
const text = createReadStream(process.argv[2] ?? "", { encoding: "utf8", highWaterMark: 1 << 18 });
for await (const chunk of text) {
  const complete = (rest + chunk).split("\n");
  rest = complete.pop() ?? "";
  for (const line of complete) {
    JSON.parse(line);
    lines++;
  }
}
console.log(JSON.stringify({ lines, ms: performance.now() - started }));
