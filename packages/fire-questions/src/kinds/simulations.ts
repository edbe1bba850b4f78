import type { FireData, Simulation } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { dayText, type Slot, type Words } from "../draw/words.ts";
import { dayAfter } from "../oracle/selections.ts";
import type { Expected, Language } from "../values/question.ts";

const words: Words = {
  en: [
    "How many fire-spread simulations created from {from} to {to} (UTC days, both included) have the status {status}?",
    "Of the spread simulations created between {from} and {to}, UTC, both days included: how many are {status}?",
    "Number of fire-spread simulations with status {status}, created {from} to {to} (UTC days, both included)?",
  ],
  es: [
    "¿Cuántas simulaciones de propagación creadas del {from} al {to} (días UTC, ambos incluidos) tienen el estado {status}?",
  ],
  fr: [
    "Combien de simulations de propagation créées du {from} au {to} (jours UTC, inclus) ont le statut {status} ?",
  ],
  id: [
    "Berapa simulasi penyebaran api yang dibuat dari {from} sampai {to} (hari UTC, keduanya termasuk) berstatus {status}?",
  ],
  pt: [
    "Quantas simulações de propagação criadas de {from} a {to} (dias UTC, ambos incluídos) têm o status {status}?",
  ],
};

const automaticWords: Words = {
  en: [
    "And how many of these were started automatically?",
    "How many of them did the service start by itself (auto)?",
    "Of these, how many are automatic?",
  ],
  es: ["¿Y cuántas de ellas se iniciaron automáticamente?"],
  fr: ["Et combien d'entre elles ont été lancées automatiquement ?"],
  id: ["Dan berapa di antaranya yang dimulai secara otomatis?"],
  pt: ["E quantas delas foram iniciadas automaticamente?"],
};

type Status = Simulation["status"];

const statusText: Readonly<Record<Status, Readonly<Record<Language, string>>>> = {
  COMPLETED: {
    en: "COMPLETED",
    es: "COMPLETED (completada)",
    fr: "COMPLETED (terminée)",
    id: "COMPLETED (selesai)",
    pt: "COMPLETED (concluída)",
  },
  NO_SPREAD: {
    en: "NO_SPREAD",
    es: "NO_SPREAD (sin propagación)",
    fr: "NO_SPREAD (sans propagation)",
    id: "NO_SPREAD (tidak menyebar)",
    pt: "NO_SPREAD (sem propagação)",
  },
  QUEUED: { en: "QUEUED", es: "QUEUED", fr: "QUEUED", id: "QUEUED", pt: "QUEUED" },
  FAILED: {
    en: "FAILED",
    es: "FAILED (fallida)",
    fr: "FAILED (échouée)",
    id: "FAILED (gagal)",
    pt: "FAILED (falhou)",
  },
};

interface Selection {
  readonly from: string;
  readonly to: string;
  readonly status: Status;
}

/** Members of `facts`: from and to, the status; of the follow-up also `asks`: `automatic`. */
function ask({ from, to, status }: Selection, expected: Expected): Draft {
  const slot: Slot = (language) => statusText[status][language];
  return {
    facts: { from, to, status },
    slots: { from: dayText(from), to: dayText(to), status: slot },
    words,
    expected,
    isAllClearFalse: false,
  };
}

const [firstDay, dayCount] = ["2023-08-10", 24];

function drawSelection(random: Random): Selection {
  const from = dayAfter(firstDay, random.below(dayCount - 4));
  const status = random.pick<Status>(["COMPLETED", "COMPLETED", "NO_SPREAD", "FAILED"]);
  return { from, to: dayAfter(from, 2 + random.below(6)), status };
}

function selected(data: FireData, { from, to, status }: Selection): readonly Simulation[] {
  return data.simulations.filter((each) => {
    const day = each.createdAt.slice(0, 10);
    return each.status === status && day >= from && day <= to;
  });
}

const answered: Case = {
  times: 6,
  draw(random, data) {
    const selection = drawSelection(random);
    const { length } = selected(data, selection);
    return length < 2 ? undefined : [ask(selection, number(length, "count"))];
  },
};

const followed: Case = {
  times: 3,
  draw(random, data) {
    const selection = drawSelection(random);
    const found = selected(data, selection);
    const automatic = found.filter(({ auto }) => auto).length;
    if (automatic === 0 || automatic === found.length) return undefined;
    const first = ask(selection, number(found.length, "count"));
    const second: Draft = {
      ...first,
      facts: { ...first.facts, asks: "automatic" },
      words: automaticWords,
      expected: number(automatic, "count"),
    };
    return [first, second];
  },
};

/** The list has none of that year: to say that there are none is right as well. */
const noneThen: Expected = {
  is: "obstacle",
  because: "no-data-for-time",
  instead: { is: "number", value: 0, unit: "count", tolerance: 0 },
};

const otherYear: Case = {
  times: 4,
  draw(random) {
    const selection = drawSelection(random);
    const year = random.pick(["2021", "2022", "2024", "2025"]);
    const [from, to] = [selection.from, selection.to].map((day) => year + day.slice(4));
    return [ask({ ...selection, from: from!, to: to! }, noneThen)];
  },
};

export const countSimulations: Kind = {
  name: "simulations",
  form: "count",
  cases: [answered, followed, otherYear],
};
