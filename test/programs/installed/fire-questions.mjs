import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { createQuestions } from "fire-questions";

const [first] = createQuestions();
assert.equal(first.id, "count-near-01");
assert.equal(first.expected.is, "number");

// A model that answers the same to each question.
const message = { role: "assistant", content: "This cannot be answered from the data." };
const endpoint = createServer((request, response) => {
  request.resume();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ choices: [{ message }] }));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => endpoint.on("listening", resolve));
const { port } = endpoint.address();
const baseUrl = `http://127.0.0.1:${port}/v1`;
// Each runtime of an installation makes a run of its own.
const folder = `runs/${port}`;

const program = "node_modules/fire-questions/dist/program.js";
const runtime = "Deno" in globalThis ? ["run", "--allow-all"] : [];
const fireQuestions = (...args) =>
  promisify(execFile)(process.execPath, [...runtime, program, ...args]);

await fireQuestions("data", "fires");
assert.match(readFileSync("fires/sets.json", "utf8"), /hotspots_world_2023/);
const asked = ["--questions", "now", "--runs", "1", "--to", folder];
const { stdout } = await fireQuestions(
  ...["run", "--arm", "none", "--model", "same", "--base-url", baseUrl, ...asked],
);
assert.match(stdout, /\nright +100\.0/);
await fireQuestions("report", folder, "--to", "report.html");
assert.match(readFileSync("report.html", "utf8"), /<title>Fire questions: same with no tools/);
endpoint.close();
