type Rule = readonly [form: RegExp, english: string];

/** Whole words in any alphabet; `\b` knows only ASCII. */
function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${alternatives})(?![\\p{L}\\d])`, "giu");
}

/** A clock time after "at". */
function clockRule(hours: string): RegExp {
  return new RegExp(
    `(?<!\\p{L})(?:a las?|(?<=desde )las?|às|alle(?: ore)?|um) ${hours}(?![\\p{L}\\d:.])`,
    "giu",
  );
}

/** Before units, where "sept" is no month. */
const numbers = [
  "dos|dois|duas|deux|zwei|due",
  "tres|três|trois|drei|tre",
  "cuatro|quatro|quatre|vier|quattro",
  "cinco|cinq|fünf|cinque",
  "seis|six|sechs|sei",
  "siete|sete|sept|sieben|sette",
].map(
  (names, i): Rule => [
    new RegExp(`(?<!\\p{L})(?:${names})(?= (?:minute|hour|day|week|month|year)(?!\\p{L}))`, "giu"),
    String(i + 2),
  ],
);

const of = "(?:de la|del?|do|da|du|des|di|vom|of)";

/** Anywhere in a text, in this order; the library reads names of days and months. */
const wordRules: readonly Rule[] = [
  [
    words(
      "the day before yesterday|antes de ayer|anteayer|anteontem|avant-hier|vorgestern|l['’]altro ieri",
    ),
    "2 days ago",
  ],
  [/(?<!\p{L})overnight(?: on| of)? (?=(?:\p{L}+ )?\d)/giu, "night of "],
  [words("overnight|anoche"), "last night"],
  [words("(?:right|just) now|currently|at the moment|ahora|agora|maintenant|jetzt|adesso"), "now"],
  [words("(?:a )?couple(?: of)?"), "2"],
  [words("(?:a )?few"), "3"],
  [words("week-ends?|fin(?:es)? de semana|fim de semana|wochenendes?|fine settimana"), "weekend"],
  [words("minutos?|minut[ie]n?"), "minute"],
  [words("horas?|heures?|stunden?|or[ae]"), "hour"],
  [words("d[ií]as?|jours?|tage?n?|giorn[oi]"), "day"],
  [words("semanas?|semaines?|wochen?|settiman[ae]"), "week"],
  [words("mes(?:es?)?|mês|mois|monate?n?|mesi"), "month"],
  [words("años?|anos?|ans?|années?|jahre?[ns]?|ann[oi]"), "year"],
  ...numbers,
  [clockRule("(\\d{1,2})[h:.](\\d\\d)"), "$1:$2"],
  // Of 12 hours or 24, unless "a las 5" has an "h".
  [clockRule("(1[3-9]|2[0-3]|\\d{1,2}(?= ?(?:hs?|hour|uhr)))(?: ?(?:hs?|hour|uhr))?"), "$1:00"],
  // "La última semana" are the days up to now, "la semana pasada" is one of the calendar.
  [/(?<!\p{L})[uú]ltim[oa] (?=(?:week|month|year)(?!\p{L}))/giu, "past "],
  [
    words(
      "past(?! (?:week|month|year)(?!\\p{L}))|previous|últim[oa]s?|ultim[oaie]|pasad[oa]s?|passad[oa]s?|derni[eè]re?s?|letzte[nrsm]?|vergangene[nrsm]?|scors[oaei]",
    ),
    "last",
  ],
  [words("[nd]?est[ea]|cet(?:te)?|ces?|diese[nrsm]?|quest[oaei]"), "this"],
  [words("coming|pr[oó]xim[oa]|prochaine?|nächste[nrsm]?|prossim[oa]"), "next"],
  [words("verano|verão|été|sommer|estate"), "summer"],
  [words("primavera|printemps|frühling|frühjahr"), "spring"],
  [words("otoño|outono|automne|herbst|autunno"), "autumn"],
  [words("invierno|inverno|hiver"), "winter"],
  [
    words(
      "(?:temporada|época|saison|stagione) (?:de(?: los)?|dos|des|degli) (?:inc[eê]ndios?|feux|incendi[es]?)|(?:wald)?brandsaison",
    ),
    "fire season",
  ],
  [/^(?:hace|há|il y a|vor) (\d+ \p{L}+)(?: atrás)?$/iu, "$1 ago"],
  [/^(\d+ \p{L}+) (?:fa|atrás)$/iu, "$1 ago"],
];

const bounds: readonly Rule[] = [
  [
    /^(?:desde|depuis|seit|ab|dal?(?:la|lo)?|a partir(?:e)? d\p{L}+|à partir d[eu]|since) /iu,
    "since",
  ],
  [/^(?:hasta|até|jusqu['’](?:à|au)|bis(?: zum)?|fino al?(?:la)?|until) /iu, "until"],
  [/^(?:antes d(?:el?|o|a)|avant|prima d(?:i|el|ella)|vor(?: dem)?|before) /iu, "before"],
  [/^(?:después del?|depois d[eoa]|après|nach(?: dem)?|dopo|after) /iu, "after"],
];

const ranges = [
  /^(?:between|entre|zwischen|tra|fra) (.+?) (?:and|y|e|et|und) (.+)$/iu,
  /^(?:from|del?|desde|du|vo[mn]|dal?(?:la)?|do) (.+?) (?:to|al?(?:la)?|até|à|au|bis(?: zum)?|hasta) (.+)$/iu,
  /^(\d.*?) (?:to|al?|até|à|au|bis(?: zum)?|hasta) (.+)$/iu,
];

/** What follows "à" in "18 juillet à 10h" and "ontem à noite" is no end of a range. */
const ofDay =
  /^(?:las? |o |os |as )?(?:\d{1,2}(?:[h:.]\d{0,2})?(?: ?(?:h|hour|uhr|am|pm))?|noche|noite|nuit|nacht|notte|tarde|mañana|manhã|matin|mattin[ao]|sera|soir|midi|minuit|mediod[ií]a|meio-dia|mezzogiorno|medianoche|meia-noite|mezzanotte)$/iu;
const clock = /^\d{1,2}(?:[h:.]\d{0,2})?(?: ?(?:h|hour|uhr|am|pm))?$/iu;

/** At the start of a text, or of what follows a bound. */
const frameRules: readonly Rule[] = [
  [
    /^(?:(?:the|el|los|las?|les?|il|lo|gli|os|as|[oai]|de[nrm]|die|das|on|e[nm]|in|no?s|na?s|nell[ae]|negli|nel|au cours des?|durante|pendant|im|am|à) )+/iu,
    "",
  ],
  [/^(?:l|d|nell|dell)['’](?=\p{L})/iu, ""],
  [/^(?:so far|earlier) (?=this )/iu, ""],
  [/^this last /iu, "last "],
  [new RegExp(`^(?:month|year) ${of} `, "iu"), ""],
  [/^(\d+) last (\p{L}+)$/iu, "last $1 $2"],
  [/^(.+) (last|next)$/iu, "$2 $1"],
  [words(`(?:primer[oa]?|primeir[oa]|premi[eè]re?|erste[nrs]?|prim[oa])(?= \\p{L}+)`), "first"],
  [words(`(?:segund[oa]|deuxième|seconde|zweite[nrs]?|second[oa])(?= \\p{L}+)`), "second"],
  [words("mitad|quincena|metade|quinzena|moitié|quinzaine|hälfte|quindicina"), "half"],
  [/^first metà /iu, "first half "],
  [/^((?:first|second|last) (?:half|week)) (?=\p{L}+(?: \d{4})?$)/iu, "$1 of "],
  [
    new RegExp(`^((?:first|second|last) (?:half|week)|(?:last |this )?weekend|week) ${of} `, "iu"),
    "$1 of ",
  ],
  [new RegExp(`^(?:mediados|meados|mitte|metà|mi)(?: ${of})?[ -]`, "iu"), "mid "],
  [
    new RegExp(
      `^(?:principios|comienzos|inicios|in[ií]cio|começo|début|anfang|inizio)(?: ${of})? `,
      "iu",
    ),
    "early ",
  ],
  [new RegExp(`^(?:fin(?:al)?(?:es)?|fines|fim|ende|fine)(?: ${of})? `, "iu"), "late "],
];

/**
 * A time in Spanish, Portuguese, French, German or Italian with the words that frame its dates in
 * English: "desde el viernes pasado" is "since last viernes". English stays as it is.
 */
export function inEnglish(text: string): string {
  const known = replaced(text, wordRules);
  for (const form of ranges) {
    const [, first, second] = form.exec(known) ?? [];
    if (first === undefined || second === undefined) continue;
    const isAt = ["à", "a", "al"].some((at) => known.endsWith(` ${at} ${second}`));
    if (isAt && ofDay.test(second) && !clock.test(first)) continue;
    return rangeOf(framed(first), framed(second));
  }
  for (const [form, english] of bounds) {
    if (form.test(known)) return `${english} ${framed(known.replace(form, ""))}`;
  }
  return framed(known);
}

/** The first end with the month and year of the other: "3" of "3 al 5 de junio de 2025". */
function rangeOf(first: string, second: string): string {
  if (/^\d{1,2}(?:\.|[ºª]|er|st|nd|rd|th)?$/iu.test(first) && /^\d{1,2}\D/.test(second))
    return `from ${second.replace(/^\d{1,2}[^\s\d]*/u, first)} to ${second}`;
  const [year = ""] = /(?:,| de| of)? \d{4}$/iu.exec(second) ?? [];
  return `from ${first}${/\d{4}/.test(first) ? "" : year} to ${second}`;
}

function framed(text: string): string {
  return replaced(text, frameRules);
}

function replaced(text: string, rules: readonly Rule[]): string {
  return rules.reduce((each, [form, english]) => each.replace(form, english), text);
}
