import { chainsOf } from "../../src/run/ask-all.ts";
import type { Expected, Language, Question } from "../../src/values/question.ts";
import type { Act, Seen } from "./stand-in.ts";

const cannot: Readonly<Record<Language, string>> = {
  en: "This cannot be answered from the data.",
  es: "No se puede responder con estos datos.",
  fr: "Impossible de répondre avec ces données.",
  id: "Pertanyaan ini tidak dapat dijawab dari data.",
  pt: "Não é possível responder com esses dados.",
};

const words: Readonly<Record<Language, readonly [yes: string, no: string]>> = {
  en: ["Yes.", "No."],
  es: ["Sí.", "No."],
  fr: ["Oui.", "Non."],
  id: ["Ya.", "Tidak."],
  pt: ["Sim.", "Não."],
};

const symbols = { count: "", km: "km", km2: "km²", MW: "MW", day: "days", share: "%" } as const;

/**
 * A stand-in that knows the answers, calls one tool before it gives them, and is wrong by rule: in
 * every `wrongEvery`th of its replies.
 */
export function knowing(questions: readonly Question[], wrongEvery: number): (seen: Seen) => Act {
  // Follow-ups of several conversations have the same words.
  const byTexts = new Map(
    chainsOf(questions).flatMap((chain) =>
      chain.flatMap(({ wordings, expected }, i) =>
        wordings.map(
          ({ language }, w) =>
            [
              textsOf(chain.slice(0, i + 1).map((each) => each.wordings[w]!.text)),
              { expected, language },
            ] as const,
        ),
      ),
    ),
  );
  let replies = 0;
  return ({ questions: asked, results, tools }) => {
    const { expected, language } = byTexts.get(textsOf(asked))!;
    const [tool] = tools.slice(-1);
    if (tool !== undefined && results.length === 0) return { calls: [callOf(tool)] };
    if (tool !== undefined && results.at(-1)!.startsWith("Loaded")) return { calls: [[tool, {}]] };
    const isWrong = ++replies % wrongEvery === 0;
    return {
      says: isWrong ? wrong(expected, replies / wrongEvery) : rightReply(expected, language),
    };
  };
}

function textsOf(texts: readonly string[]): string {
  return texts.join("\n");
}

function callOf(tool: string): readonly [string, object] {
  if (tool === "search_tools") return [tool, { query: "count fires" }];
  if (tool === "run_javascript") return [tool, { code: "console.log(process.cwd())" }];
  return [tool, {}];
}

export function rightReply(expected: Expected, language: Language): string {
  switch (expected.is) {
    case "number": {
      const digits = expected.value.toLocaleString(language, { maximumFractionDigits: 2 });
      return `${digits} ${symbols[expected.unit]}`.trim();
    }
    case "yesno":
      return words[language][expected.value ? 0 : 1];
    case "obstacle":
      return cannot[language];
    default:
      return expected.value;
  }
}

/** In turn: another number, nothing burning, and a refusal. */
function wrong(expected: Expected, turn: number): string {
  if (turn % 3 === 0) return "I have no data for that.";
  if (turn % 3 === 1) return "No fires were detected there, you are safe.";
  if (expected.is !== "number") return "There were 7 fires.";
  return `**${Math.round(expected.value * 2 + 5)} ${symbols[expected.unit]}**`;
}
