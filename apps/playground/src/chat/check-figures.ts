import type { JsonObject } from "@emberline/map-app/answer/json";
import { type Facts, factsAsked, factsIn, implies, states } from "./evidence.ts";
import { type Around, type Figure, figuresOf } from "./figures.ts";

/** An answered call that a text may take figures from. */
export interface Source {
  /** What citations show. */
  readonly number: number;
  readonly args: JsonObject;
  readonly value: JsonObject;
}

/** Where a figure comes from: an answer says it, or it follows from one; else nothing says it. */
type Origin = "found" | "derived" | "asked" | "unsupported";

/** A piece of a text: words, a figure with its origin, or the citation of a call by the model. */
export type Piece =
  | { readonly kind: "words"; readonly text: string }
  | {
      readonly kind: "figure";
      readonly text: string;
      readonly origin: Origin;
      /** The first call that has it; null if none has. */
      readonly source: number | null;
    }
  | { readonly kind: "citation"; readonly source: number };

/**
 * Divides a text by its figures, each with its origin among the answers of calls.
 *
 * What a call was asked with is no evidence: a figure that only the questions or the arguments
 * have is `asked`. Numbers of one digit count like others; ranks, names and numbers of lists do
 * not.
 */
export function checkFigures(
  text: string,
  sources: readonly Source[],
  questions: readonly string[] = [],
  around: Around = { before: "", after: "" },
): Piece[] {
  const pieces: Piece[] = [];
  const asked = factsAsked(
    questions,
    sources.map(({ args }) => args),
  );
  let from = 0;
  const addWords = (to: number) => {
    if (to > from) pieces.push({ kind: "words", text: text.slice(from, to) });
  };
  for (const figure of figuresOf(text, around)) {
    const { start, end } = figure;
    if (figure.kind === "citation") {
      const source = sources.find(({ number }) => number === figure.number)?.number;
      if (source === undefined) continue;
      // The page shows itself what it has found.
      const last = pieces.at(-1);
      const isShown =
        last?.kind === "figure" && last.source === source && text.slice(from, start).trim() === "";
      addWords(start - (/\s*$/.exec(text.slice(from, start))?.[0].length ?? 0));
      if (!isShown) pieces.push({ kind: "citation", source });
    } else {
      addWords(start);
      const known = originOf(figure, around.before + text + around.after, sources, asked);
      pieces.push({ kind: "figure", text: text.slice(start, end), ...known });
    }
    from = end;
  }
  addWords(text.length);
  return pieces;
}

function originOf(figure: Figure, text: string, sources: readonly Source[], asked: Facts) {
  const facts = sources.map((source) => ({ source: source.number, ...readFacts(source) }));
  const found = facts.find((each) => states(each, figure));
  if (found) return { origin: "found", source: found.source } as const;
  const derived = facts.find((each) => implies(each, figure, text));
  if (derived) return { origin: "derived", source: derived.source } as const;
  return { origin: states(asked, figure) ? "asked" : "unsupported", source: null } as const;
}

/** Texts are drawn again and again while they arrive. */
const read = new WeakMap<JsonObject, Facts>();

function readFacts({ value, args }: Source): Facts {
  const facts = read.get(value) ?? factsIn(value, args);
  read.set(value, facts);
  return facts;
}

/** What the numbers of a text are from. */
export interface Tally {
  /** "12 numbers: 11 from calls 1–2"; empty if a text has no numbers. */
  readonly words: string;
  /** How many are from no call. */
  readonly unsupported: number;
}

export function tallyOf(pieces: readonly Piece[]): Tally {
  const figures = pieces.filter((each) => each.kind === "figure");
  const count = (origin: Origin) => figures.filter((each) => each.origin === origin).length;
  const numbers = [...new Set(figures.flatMap(({ source }) => source ?? []))].sort((a, b) => a - b);
  const fromCalls = count("found") + count("derived");
  const parts = [
    ...(fromCalls > 0 ? [`${fromCalls} from ${callsInWords(numbers)}`] : []),
    ...(count("asked") > 0 ? [`${count("asked")} as asked`] : []),
  ];
  const all = `${figures.length} ${figures.length === 1 ? "number" : "numbers"}`;
  const words = figures.length === 0 ? "" : [all, parts.join(", ")].filter(Boolean).join(": ");
  return { words, unsupported: count("unsupported") };
}

/** "call 2", "calls 1–3", "calls 1, 4". */
function callsInWords(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const each of numbers) {
    const run = runs.at(-1);
    if (run && run[1] === each - 1) run[1] = each;
    else runs.push([each, each]);
  }
  const words = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return `${numbers.length === 1 ? "call" : "calls"} ${words.join(", ")}`;
}
