import { type Interval, pairedTest, passAll, wilson } from "./statistics.ts";
import { keyOf, type Scored, type Verdict } from "./verdict.ts";

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
  /** How many attempts have no reply, by what is the cause. */
  readonly failures: ReadonlyMap<string, number>;
  readonly wrongCalledComplete: number;
  readonly falseAllClear: number;
  /** Means of an attempt. */
  readonly calls: number;
  readonly errors: number;
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
  const failed = scored.filter(({ verdict }) => verdict === "failed");
  const byCause = groupBy(failed, ({ failure = "" }) => failure.replace(/(?:: .*|\.)$/su, ""));
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
    failures: new Map([...byCause].map(([cause, { length }]) => [cause, length])),
    wrongCalledComplete: scored.filter((each) => each.isWrongCalledComplete).length,
    falseAllClear: scored.filter((each) => each.isFalseAllClear).length,
    calls: mean(({ calls }) => calls),
    errors: mean(({ errors }) => errors),
    inputTokens: mean(({ inputTokens }) => inputTokens),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    seconds: mean(({ seconds }) => seconds),
  };
}

/** The share that is right of each question, over questions. */
export function rightShare(scored: readonly Scored[]): Share {
  return shareOf(scored, (attempts) => rightCount(attempts) / attempts.length);
}

/** The comparison of two systems over the attempts that both have. */
export interface Comparison {
  readonly questions: number;
  readonly attempts: number;
  /** Mean difference of the share that is right, the first less the second. */
  readonly difference: number;
  readonly better: number;
  readonly worse: number;
  readonly p: number;
}

/** @throws {Error} when they have no attempt in common */
export function compare(one: readonly Scored[], other: readonly Scored[]): Comparison {
  const ones = sharedWith(other, one);
  const others = byQuestion(sharedWith(one, other));
  if (ones.length === 0)
    throw new Error("The runs have no attempt in common: run both with the same --questions.");
  const pairs = [...byQuestion(ones)].map(([id, attempts]) => ({
    difference: rightCount(attempts) - rightCount(others.get(id)!),
    attempts: attempts.length,
  }));
  // Whole numbers of the same unit also where questions have different numbers of attempts.
  const unit = pairs.reduce((common, { attempts }) => leastCommon(common, attempts), 1);
  const differences = pairs.map(({ difference, attempts }) => (difference * unit) / attempts);
  return {
    questions: pairs.length,
    attempts: ones.length,
    difference: differences.reduce((sum, each) => sum + each, 0) / unit / pairs.length,
    better: pairs.filter(({ difference }) => difference > 0).length,
    worse: pairs.filter(({ difference }) => difference < 0).length,
    p: pairedTest(differences),
  };
}

/** The attempts that another system has too: of the same wording, and of the same turn. */
function sharedWith(other: readonly Scored[], attempts: readonly Scored[]): readonly Scored[] {
  const theirs = new Set(other.map(keyOf));
  return attempts.filter((each) => theirs.has(keyOf(each)));
}

function leastCommon(one: number, other: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return (one / divisor(one, other)) * other;
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
