import { type FireData, loadData } from "../data/load-data.ts";
import type { Draft } from "../draw/kind.ts";
import { createRandom, type Random } from "../draw/random.ts";
import { drawLanguages, toWordings } from "../draw/words.ts";
import { type Form, formOf, type Question } from "../values/question.ts";
import { kinds } from "./kinds.ts";

/** The seed of the public split. A hidden one has a seed that nobody knows. */
export const publicSeed = "public";

const maxDraws = 3000;

export interface QuestionsOptions {
  /** Default: the public split. The same seed gives the same questions. */
  readonly seed?: string;
  readonly data?: FireData;
  /** Names of kinds; default: all. Each has the same questions alone as among others. */
  readonly kinds?: readonly string[];
}

export const kindNames: readonly string[] = kinds.map(({ name }) => name);

/**
 * The questions of a split, kind by kind, a follow-up after what it follows.
 *
 * @throws {Error} when there is no such kind, or one finds no more draws with a sure answer
 */
export function createQuestions(options: QuestionsOptions = {}): readonly Question[] {
  const { seed = publicSeed, data = loadData(), kinds: names = kindNames } = options;
  const unknown = names.filter((name) => !kindNames.includes(name));
  if (unknown.length > 0)
    throw new Error(`No kind is called ${unknown.join(", ")}: there are ${kindNames.join(", ")}.`);
  const wanted = kinds.filter(({ name }) => names.includes(name));
  return wanted.flatMap(({ name, form, cases }) => {
    const seen = new Set<string>();
    const conversations = cases.flatMap(({ times, draw }, i) => {
      // A seed of its own: a new kind leaves the others as they are.
      const random = createRandom(`${seed} ${name} ${i}`);
      return Array.from({ length: times }, () => {
        const drafts = drawNew(() => draw(random, data), seen, name);
        return toConversation(drafts, form, random);
      });
    });
    return numbered(name, conversations);
  });
}

function drawNew(
  draw: () => readonly Draft[] | undefined,
  seen: Set<string>,
  name: string,
): readonly Draft[] {
  for (let i = 0; i < maxDraws; i++) {
    const drafts = draw();
    const keys = drafts?.map(({ facts }) => JSON.stringify(facts));
    if (!drafts || keys!.some((key) => seen.has(key))) continue;
    for (const key of keys!) seen.add(key);
    return drafts;
  }
  throw new Error(`no new question with a sure answer in ${maxDraws} draws: ${name}`);
}

type Unnumbered = Omit<Question, "id" | "kind">;

function toConversation(
  drafts: readonly Draft[],
  form: Form,
  random: Random,
): readonly Unnumbered[] {
  const languages = drawLanguages(random);
  return drafts.map(({ words, slots, facts, expected, isAllClearFalse }) => ({
    facts,
    wordings: toWordings(words, slots, languages, random),
    form: expected.is === "obstacle" ? form : formOf(expected),
    expected,
    isAllClearFalse,
  }));
}

function numbered(
  kind: string,
  conversations: readonly (readonly Unnumbered[])[],
): readonly Question[] {
  let last = 0;
  const nextId = () => `${kind}-${String(++last).padStart(2, "0")}`;
  return conversations.flatMap((conversation) => {
    let before: string | undefined;
    return conversation.map(({ facts, wordings, ...rest }) => {
      const follows = before;
      before = nextId();
      return {
        id: before,
        kind,
        facts,
        wordings,
        ...(follows !== undefined && { follows }),
        ...rest,
      };
    });
  });
}
