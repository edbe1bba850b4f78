import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publicSeed, type Question, type Unit } from "fire-questions";
import type { Result } from "../result.ts";
import type { Reply } from "../tools.ts";
import type { Said } from "./said.ts";

/** A question with what its route asked and was told. */
export interface Asked {
  readonly question: Question;
  readonly said?: Said;
  readonly replies: readonly Reply[];
  readonly result: Result;
  readonly seconds: number;
}

const settings = {
  version: "0.1.0",
  seed: publicSeed,
  arm: "mcp",
  system: "Emberline",
  areToolsBehindSearch: false,
  api: "openai",
  model: "the reference routes",
  baseUrl: "",
  runs: 1,
  wordings: "first",
  maxCalls: 15,
  turnTimeoutMs: 300_000,
  maxResultBytes: 100_000,
};

/** Writes a run as `fire-questions` does: its settings, questions and trace. */
export function writeRun(folder: string, asked: readonly Asked[]): void {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), `${text}\n`);
  mkdirSync(folder, { recursive: true });
  const questions = asked.map(({ question }) => question);
  write("settings.json", JSON.stringify(settings, null, 2));
  write("questions.json", JSON.stringify(questions, null, 2));
  const events = asked.flatMap(eventsOf);
  write("trace.jsonl", events.map((event) => JSON.stringify(event)).join("\n"));
}

/** The events of one attempt: the tokens are those of the tools' answers. */
function eventsOf({ question, said, replies, result, seconds }: Asked): readonly object[] {
  const key = { question: question.id, wording: 0, run: 1 };
  const turn = { ...key, event: "turn", text: "", outputTokens: 0, seconds: 0 };
  const { text } = question.wordings[0]!;
  const calls = replies.flatMap(({ tool, input, text: told, isError }, i) => [
    { ...turn, calls: [{ id: `call_${i}`, name: tool, input }], inputTokens: 0 },
    { ...key, event: "result", tool, text: told, isError, seconds: 0 },
  ]);
  const reply = said === undefined ? undefined : sentence(question, said);
  const end = reply === undefined ? { failure: result.failure } : { reply };
  return [
    { ...key, event: "asked", at: "1970-01-01T00:00:00.000Z", text },
    ...calls,
    { ...turn, text: reply ?? "", calls: [], inputTokens: result.tokens },
    { ...key, event: "ended", ...end, seconds },
  ];
}

const units: Readonly<Record<Unit, string>> = {
  count: "",
  km: " km",
  km2: " km²",
  MW: " MW",
  day: " days",
  share: " %",
};

/** What a careful model would say. */
function sentence({ expected }: Question, said: Said): string {
  if (typeof said === "object") return "This cannot be answered from the data.";
  if (typeof said === "boolean") return said ? "Yes." : "No.";
  const stated = expected.is === "obstacle" ? expected.instead : expected;
  const unit = stated?.is === "number" ? units[stated.unit] : "";
  return `The answer is ${said}${unit}.`;
}
