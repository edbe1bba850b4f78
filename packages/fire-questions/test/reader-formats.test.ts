import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../src/draw/random.ts";
import { type Context, readReply } from "../src/reader/read-reply.ts";
import type { Form, Language } from "../src/values/question.ts";

const languages: readonly Language[] = ["en", "es", "fr", "id", "pt"];
type Sentences = Readonly<Record<Language, readonly string[]>>;

/** Sentences that state `{}` alone. */
const plain: Sentences = {
  en: ["{}", "The answer is {}.", "**Answer:** {}", "It was about {} in all.", "I get **{}**."],
  es: ["{}", "La respuesta es {}.", "**Respuesta:** {}", "Fueron {} en total."],
  fr: ["{}", "La réponse est {}.", "**Réponse :** {}", "Il y en a eu {}."],
  id: ["{}", "Jawabannya adalah {}.", "**Jawaban:** {}", "Totalnya {}."],
  pt: ["{}", "A resposta é {}.", "**Resposta:** {}", "Foram {} ao todo."],
};

/** Sentences that state `{}` and name another value beside it, or no one value. */
const beside: Sentences = {
  en: [
    "Of {other} that were seen, it was {}.",
    "It was {}, more than the {other} of before.",
    "It was {}, not {other}.",
    "{} against {other}",
    "{}, up from {other}",
    "{} ({other} before)",
    "First I got {other}, so it is {}.",
    "| a | {other} |\n|---|---|\n\nIt was {}.",
    "Between {other} and {}.",
    "From {other} to {}.",
    "{other}–{}",
    "{} and {other}",
  ],
  es: ["De {other} pasó a {}.", "Fueron {}, no {other}.", "Entre {other} y {}.", "{} y {other}"],
  fr: ["Sur {other}, il y a {}.", "{} et non {other}", "Entre {other} et {}.", "{} contre {other}"],
  id: ["Dari {other} menjadi {}.", "Bukan {other} melainkan {}.", "Antara {other} dan {}."],
  pt: [
    "De {other} passou a {}.",
    "Foram {}, e não {other}.",
    "Entre {other} e {}.",
    "{} e {other}",
  ],
};

/**
 * Reads a sentence of each language for some values: whatever is read must be the right one, and
 * of `plain` sentences nine in ten must be read.
 */
function readAll(draw: (language: Language) => Case): void {
  let [read, all] = [0, 0];
  for (const language of languages) {
    for (const template of [...plain[language], ...beside[language]]) {
      for (let i = 0; i < 25; i++) {
        const { value, other, form, right, ...context } = draw(language);
        const reply = template.replace("{other}", () => other).replace("{}", () => value);
        const { says } = readReply(reply, form, { language, ...context });
        const isRead = says.is === "value";
        if (isRead) assert.ok(isSame(says.value, right), `${form}: ${reply}\nas ${says.value}`);
        if (template.includes("{other}")) continue;
        all++;
        if (isRead) read++;
      }
    }
  }
  assert.ok(read > 0.9 * all, `${read} of ${all} are read`);
}

interface Case extends Omit<Context, "language"> {
  readonly value: string;
  readonly other: string;
  readonly form: Form;
  readonly right: number | string;
}

function isSame(read: unknown, right: number | string): boolean {
  if (typeof read !== "number" || typeof right !== "number") return read === right;
  return Math.abs(read - right) <= 1e-9 * right;
}

test("a number in any format of a language is read as itself or not at all", () => {
  const random = createRandom("numbers");
  const drawNumber = (decimals: number) =>
    Math.round(10 ** (random.next() * 6 + decimals)) / 10 ** decimals;
  const write = (number: number, form: Form, language: Language, decimals: number) => {
    const format = (more: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, {
        useGrouping: random.pick(["always", false] as const),
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        ...more,
      }).format(form === "share" ? number / 100 : number);
    const unitDisplay = random.pick(["short", "long", "narrow"] as const);
    if (form === "share") return format({ style: "percent" });
    if (form === "km") return format({ style: "unit", unit: "kilometer", unitDisplay });
    return `${format({})}${form === "count" ? "" : form === "km2" ? " km²" : " MW"}`;
  };
  const forms = ["count", "km", "km2", "MW", "share"] as const;
  readAll((language) => {
    const [form, otherForm] = [random.pick(forms), random.pick(forms)];
    const decimals = form === "count" ? 0 : random.below(4);
    const right = drawNumber(decimals);
    return {
      value: write(right, form, language, decimals),
      other: write(drawNumber(0), otherForm, language, 0),
      form,
      right,
    };
  });
});

test("a time in any format of a language is read as itself or not at all", () => {
  const random = createRandom("times");
  const draw = () => new Date(Date.UTC(2019, 0, 1, 0, random.below(8 * 365 * 24 * 60)));
  readAll((language) => {
    const options: Intl.DateTimeFormatOptions = random.pick([
      { weekday: "long", month: "long" },
      { month: "long" },
      { month: "short" },
    ]);
    const write = (time: Date, timeZone: string) =>
      new Intl.DateTimeFormat(language, {
        ...options,
        year: "numeric",
        day: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        timeZoneName: "short",
        timeZone,
      }).format(time);
    const [time, zone] = [draw(), random.pick(["UTC", "Pacific/Honolulu", "Europe/Athens"])];
    const form = random.pick(["date", "minute"] as const);
    const iso = time.toISOString();
    const local = zone === "UTC" ? "" : `${write(time, zone)} = `;
    return {
      value: `${local}${write(time, "UTC")}`,
      other: write(draw(), "UTC"),
      form,
      right: form === "date" ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`,
    };
  });
});

test("a name beside another is read as itself or not at all", () => {
  const random = createRandom("names");
  const names = ["Lake", "Salt Lake", "Réo", "Qal'eh Hasan Ali", "KwaZulu-Natal", "Park"];
  const count = () => random.pick(["", " (1,204)", " (1 204)", ", with 12 hotspots,"]);
  readAll(() => {
    const [right, other] = random.some(names, 2) as [string, string];
    return { value: `${right}${count()}`, other: `${other}${count()}`, form: "name", right, names };
  });
});
