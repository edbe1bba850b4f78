import { type Interval, pairedTest, passAll, wilson } from "./statistics.ts";
import type { Scored, Verdict } from "./verdict.ts";

/** A share of questions with its interval of 95 %. */
export interface Share {
  readonly questions: number;
  /** The mean over questions of the share of their attempts. */
  readonly mean: number;
  readonly interval: Interval;
}

/** The figures of one system. */
export interface Summary {
  readonly attempts: number;
  readonly right: Share;
  readonly answerable: Share;
  readonly obstacles: Share;
  /** Runs of each wording, and the share of those whose runs are all right. */
  readonly runs: number;
  readonly passAll: Share;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly wrongCalledComplete: number;
  readonly falseAllClear: number;
  /** Means of an attempt. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly seconds: number;
}

export function summarize(scored: readonly Scored[]): Summary {
  const mean = (value: (each: Scored) => number) =>
    scored.reduce((sum, each) => sum + value(each), 0) / Math.max(1, scored.length);
  const count = (verdict: Verdict) => scored.filter((each) => each.verdict === verdict).length;
  const runs = [...wordingsOf(scored).values()].reduce(
    (least, { length }) => Math.min(least, length),
    scored.length,
  );
  return {
    attempts: scored.length,
    right: rightShare(scored),
    answerable: rightShare(scored.filter(({ isObstacle }) => !isObstacle)),
    obstacles: rightShare(scored.filter(({ isObstacle }) => isObstacle)),
    runs,
    passAll: shareOf(scored, (attempts) => {
      const wordings = [...wordingsOf(attempts).values()];
      const passes = wordings.map((each) => passAll(rightCount(each), each.length, runs));
      return passes.reduce((sum, pass) => sum + pass, 0) / wordings.length;
    }),
    verdicts: {
      right: count("right"),
      wrong: count("wrong"),
      declined: count("declined"),
      missed: count("missed"),
      unread: count("unread"),
      failed: count("failed"),
    },
    wrongCalledComplete: scored.filter((each) => each.isWrongCalledComplete).length,
    falseAllClear: scored.filter((each) => each.isFalseAllClear).length,
    calls: mean(({ calls }) => calls),
    inputTokens: mean(({ inputTokens }) => inputTokens),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    seconds: mean(({ seconds }) => seconds),
  };
}

/** The share that is right of each question, over questions. */
export function rightShare(scored: readonly Scored[]): Share {
  return shareOf(scored, (attempts) => rightCount(attempts) / attempts.length);
}

/** The comparison of two systems over the questions that both were asked. */
export interface Comparison {
  readonly questions: number;
  /** Mean difference of the share that is right, the first less the second. */
  readonly difference: number;
  readonly better: number;
  readonly worse: number;
  readonly p: number;
}

/** @throws {Error} when their attempts differ in number or wording, so that they are no pairs */
export function compare(one: readonly Scored[], other: readonly Scored[]): Comparison {
  const [ones, others] = [byQuestion(one), byQuestion(other)];
  const shared = [...ones.keys()].filter((id) => others.has(id));
  if (shared.length === 0) throw new Error("The runs have no question in common.");
  const pairs = shared.map((id) => {
    const [first, second] = [ones.get(id)!, others.get(id)!];
    if (keysOf(first) !== keysOf(second)) {
      throw new Error(
        `The runs asked ${id} in other wordings or another number of times: run both with the same --runs and --wordings.`,
      );
    }
    return { difference: rightCount(first) - rightCount(second), attempts: first.length };
  });
  // Whole numbers of the same unit also where questions have different numbers of wordings.
  const unit = pairs.reduce((common, { attempts }) => leastCommon(common, attempts), 1);
  const differences = pairs.map(({ difference, attempts }) => (difference * unit) / attempts);
  return {
    questions: pairs.length,
    difference: differences.reduce((sum, each) => sum + each, 0) / unit / pairs.length,
    better: pairs.filter(({ difference }) => difference > 0).length,
    worse: pairs.filter(({ difference }) => difference < 0).length,
    p: pairedTest(differences),
  };
}

function leastCommon(one: number, other: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return (one / divisor(one, other)) * other;
}

function keysOf(attempts: readonly Scored[]): string {
  return attempts
    .map(({ wording, run }) => `${wording}/${run}`)
    .sort()
    .join();
}

function shareOf(scored: readonly Scored[], share: (attempts: readonly Scored[]) => number): Share {
  const shares = [...byQuestion(scored).values()].map(share);
  const mean = shares.reduce((sum, each) => sum + each, 0) / Math.max(1, shares.length);
  return { questions: shares.length, mean, interval: wilson(mean, shares.length) };
}

function rightCount(attempts: readonly Scored[]): number {
  return attempts.filter(({ verdict }) => verdict === "right").length;
}

function byQuestion(scored: readonly Scored[]): ReadonlyMap<string, readonly Scored[]> {
  return groupBy(scored, ({ question }) => question);
}

function wordingsOf(scored: readonly Scored[]): ReadonlyMap<string, readonly Scored[]> {
  return groupBy(scored, ({ question, wording }) => `${question}/${wording}`);
}

/** `Map.groupBy`, which Node 20 does not have. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
