/** A reply without its markup, as lines that say something. */
export interface PlainReply {
  /** The last line, or the last that calls itself the answer; the whole if it ends with a list. */
  readonly final: string;
  /** All lines that are neither tables, notes nor questions. */
  readonly whole: string;
  /** Everything, with notes and questions. */
  readonly all: string;
}

const note =
  /^\(?(?:notes?|sources?|data|methods?|nota|fuentes?|remarques?|catatan|sumber|fontes?|observação)\s*:/iu;
const answer = /^(?:final )?(?:answer|respuesta|réponse|jawaban|resposta)(?: final)?\s*:\s*/iu;
const listItem = /^(?:[-•+]|\d{1,2}[.)])\s+/u;

/** Of a longer reply only the end is read: patterns take time by the square of a text's length. */
const maxRead = 5000;

/** The lines of a reply; what is between them is Markdown, which models write unasked. */
export function plainReply(reply: string): PlainReply {
  const lines = withoutMarkup(reply.slice(-maxRead))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const stated = lines
    .filter((line) => !line.startsWith("|") && !note.test(line))
    .map(withoutQuestions)
    .filter((line) => line !== "");
  const whole = stated.map((line) => line.replace(listItem, "")).join("\n");
  const named = stated.findLast((line) => answer.test(line));
  const last = stated.at(-1) ?? "";
  const final = named?.replace(answer, "") ?? (listItem.test(last) ? whole : last);
  return { final, whole, all: lines.join("\n") };
}

function withoutMarkup(reply: string): string {
  return (
    reply
      .normalize("NFC")
      .replaceAll("’", "'")
      .replaceAll("−", "-")
      .replace(/[\u00a0\u2007\u2009\u202f]/gu, " ")
      // Characters of private use mean nothing, and are marks of times.
      .replace(/\p{Extended_Pictographic}|\ufe0f|\p{Co}/gu, "")
      .replace(/\\(?:text|mathrm|mathbf|boxed)\{([^{}]*)\}/gu, "$1")
      .replace(/\\%/gu, "%")
      .replace(/\\(?:\p{L}+|[^\p{L}])|[{}$]/gu, " ")
      .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
      .replace(/https?:\/\/\S+/gu, " ")
      .replace(/^\s*(?:#+|>|```.*)\s*/gmu, "")
      .replace(/^\s*\*\s+/gmu, "- ")
      .replace(/[*`]|__/gu, "")
  );
}

/** The text without what stands in round brackets, unless that is a word or a zone. */
export function withoutBrackets(text: string): string {
  return text.replace(/\((?!(?:UTC|GMT) ?[+-])[^()]*\d[^()]*\)/gu, " ");
}

const conclusion =
  /(?:[=→⇒]|(?<![\p{L}\p{N}])(?:thus|therefore|hence|i\.e\.|por (?:lo )?tanto|es decir|donc|c'est-à-dire|jadi|portanto|ou seja)(?!\p{L})|[,.;:–—] (?:(?:and|y|et|dan|e) )?(?:so|together|altogether|in (?:total|all)|así que|por lo que|de modo que|en total|soit|au total|par conséquent|sehingga|maka|totalnya|logo|assim|então|no total)(?!\p{L}))/iu;

/** What a text concludes at its end: "…, so there were 29"; undefined if it does not. */
export function conclusionOf(text: string): string | undefined {
  const parts = text.split(conclusion);
  return parts.length > 1 ? parts.at(-1)!.trim() : undefined;
}

/** A question is the reply's own, never its answer. */
function withoutQuestions(line: string): string {
  return line
    .split(/(?<=[.!?])\s+/u)
    .filter((sentence) => !/\?["')]*$/u.test(sentence))
    .join(" ");
}

/** Ends of a text after which a value is not the answer: "not 12", "more than 12", "within 12". */
const asideBefore = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${[
    String.raw`(?:not|no|não|pas|bukan)(?: (?:the|on|in|el|la|le|les|em|pada|os|as|o|a))?(?: \p{L}+)?`,
    String.raw`\p{L}+n't`,
    // A part of them, and what is left.
    "(?:\\d+|none|any|one|all|both|aucune?|ninguno|nenhuma?|satu) (?:of (?:the|these|those|all)|de (?:los|las|l[oa]s)|d[eao]s|parmi les)|(?<=^|[.;:] )of(?: the| all)?|(?:the |of )?(?:other|remaining|rest)|(?:los|las|l[ae]s?) (?:otr[oa]s|autres)|(?:os|as) outr[oa]s",
    "including|incluyendo|incluid[oa]s|incluindo|dont|y compris|termasuk|(?:mean|median|average)(?: \\p{L}+){0,3}",
    // A limit, and what it was before.
    "[<>≤≥]|(?:up|down) from",
    "than(?: the| on(?: the)?)?|nor|under|below|above|over|within(?: an?)?|beyond|(?<!add(?:s|ed)? )up to|at most|instead of|rather than",
    "radius of|threshold of|hasta|más de|menos de|que(?: el| la| los| las)?|en lugar de|radio de|dentro de",
    "plus de|moins de|au lieu de|rayon de|jusqu'à|daripada|dari pada|lebih dari|kurang dari|dalam radius",
    "radius|hingga|mais de|em vez de|raio de|até|do que(?: o| a| os| as)?",
    // Another one that is named beside the answer.
    "ahead of|followed by|against|compared (?:to|with)|versus|vs\\.?|after|before",
    "seguid[oa] (?:de|por)|frente a|suivie? (?:de|par)|devant|contre|diikuti(?: oleh)?|dibandingkan(?: dengan)?|contra|à frente de",
    // A change in the other direction.
    "(?:fell|dropped|decreased|declined|shrank)(?: by)?|(?:disminuyó|bajó|cayó)(?: en)?|(?:baissé|diminué)(?: de)?|(?:turun|berkurang)(?: sebanyak)?|(?:caiu|diminuiu)(?: em)?",
  ].join("|")}) *$`,
  "iu",
);

/** Whether the text before a value says that it is not the answer. */
export function isSetAside(before: string): boolean {
  return asideBefore.test(before.length > 60 ? `…${before.slice(-60)}` : before);
}
