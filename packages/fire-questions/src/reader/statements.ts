import { anyOf } from "./cannot.ts";

/** Part, at least, limited, cannot be confirmed: in the order en, es, fr, id, pt. */
const hedge = anyOf([
  `at least|partial(?:ly)?|only (?:a )?part|only (?:read|see|seen|got)|part of the (?:day|area|data|answer|results?|period)|incomplete|limited|truncated|may (?:be|have|not)|might|could be|(?:can|could)(?: ?not|'t) (?:confirm|verify|guarantee|rule out|be sure)|not (?:be )?complete|as far as|likely|probably|possibly|uncertain|not (?:certain|sure)`,
  "al menos|por lo menos|parcial(?:mente)?|solo una parte|incomplet[oa]s?|limitad[oa]s?|truncad[oa]s?|podrían?|quizás?|probablemente|no puedo (?:confirmar|verificar|garantizar)|hasta donde",
  "au moins|partiel(?:le)?(?:ment)?|seulement une partie|incomplète?s?|limitée?s?|tronquée?s?|pourrai(?:t|ent)|peut-être|probablement|ne peux pas (?:confirmer|vérifier|garantir)|autant que",
  "setidaknya|paling sedikit|sebagian(?! besar)|tidak lengkap|terpotong|terbatas|mungkin|kemungkinan|tidak dapat (?:mengonfirmasi|memverifikasi|menjamin)|sejauh",
  "pelo menos|ao menos|parcial(?:mente)?|apenas uma parte|incomplet[oa]s?|limitad[oa]s?|truncad[oa]s?|poderiam?|talvez|provavelmente|não posso (?:confirmar|verificar|garantir)|até onde",
]);

const fire = String.raw`(?:\p{L}+ )?(?:wild)?(?:fires?|hotspots?|detections?|burning|fire detections?)`;

/** Nothing burns. */
const nothing = anyOf([
  `no ${fire}(?! (?:data|named|called|of that))|nothing (?:was|is|were|has been) (?:detected|burning|found|mapped)|not (?:a single|any) ${fire}|without any ${fire}|zero ${fire}|(?:can|could|did)(?: ?not|n?'t) (?:find|locate|detect|see) (?:any|a) ${fire}`,
  String.raw`no (?:se (?:detect|registr|encontr|observ)\p{L}+|encontré|hay|hubo|había|existen) (?:ningún |ninguna )?(?:\p{L}+ )?(?:incendios?|focos?|deteccion(?:es)?|detección|fuegos?|puntos? de calor)|ningún (?:incendio|foco|fuego)|ninguna detección|sin incendios|cero (?:incendios|focos|detecciones)`,
  `(?:aucune?|pas d(?:e |')|ni) ?(?:incendies?|feux?|détections?|points? chauds?|foyers?)|pas eu de (?:feux?|points? chauds?)|zéro (?:incendie|feu|détection|point chaud|foyer)|rien n'a été détecté`,
  "(?:nol|tidak (?:ada|ditemukan|menemukan|terdeteksi))(?: adanya)? (?:titik panas|kebakaran|deteksi|titik api|hotspot|api)",
  String.raw`não (?:há|houve|havia|existem?|encontrei|foram? (?:detectad|registrad|encontrad)\p{L}+) (?:nenhum |nenhuma )?(?:incêndios?|focos?|detecç(?:ão|ões)|fogos?)|nenhum (?:incêndio|foco)|nenhuma detecção|sem incêndios|zero (?:incêndios|focos)`,
]);

/** The whole statement is a word for none. */
const none =
  /^(?:there (?:are|were|was) )?(?:zero|none|cero|ninguno|ninguna|zéro|aucune?|nol|nihil|nenhuma?)[.!]?$/iu;

/** Somebody is safe; that one is not, and asking whether, is no such statement. */
const safe = new RegExp(
  `(?<!(?<!\\p{L})(?:not|n't|no|non|pas|tidak|não|if|whether|si|s'ils?|apakah|jika|se) (?:\\p{L}+ ){0,2})${
    anyOf([
      "all clear|(?:you|it|area|town|place|there|road|home)(?: is| are|'re|'s) (?:now |completely |perfectly )?(?:safe|not in danger|no danger)|no need to evacuate|not need to evacuate|no (?:immediate )?(?:danger|threat|risk)",
      "está[ns]? a salvo|están? segur[oa]s?|puede estar tranquil[oa]|fuera de peligro|es segur[oa](?! que (?:no|si))|no hay (?:peligro|riesgo)",
      "êtes en sécurité|sans danger|aucun (?:danger|risque)|hors de danger|pas de danger",
      "anda aman|aman (?:bagi|untuk)|aman dari|tidak ada bahaya|tidak berbahaya",
      "está (?:a salvo|seguro|segura|em segurança)|é segur[oa]|estão segur[oa]s|pode ficar tranquil[oa]|fora de perigo|não há (?:perigo|risco)",
    ]).source
  }|^(?:ya, )?aman(?!\\p{L})`,
  "iu",
);

export function isHedged(text: string): boolean {
  return hedge.test(text);
}

export function saysNothingBurns(text: string): boolean {
  return nothing.test(text) || none.test(text);
}

export function saysSafe(text: string): boolean {
  return safe.test(text);
}

const yes = "yes|sí|si|oui|ya|sim";
const no = "no|non|tidak|não";
const leading = new RegExp(
  `^[\\s"'(¡]*(?<word>${yes}|${no})(?:$|[\\s]*[,.;:!—–()"-](?!\\p{L})|\\s*\\()`,
  "iu",
);
const stated = new RegExp(
  `(?<!\\p{L})(?:answer is|respuesta es|réponse est|jawabannya(?: adalah)?|resposta é):? "?(?<word>${yes}|${no})(?!\\p{L})`,
  "iu",
);
const closing = new RegExp(
  `[,:] (?:so |then |entonces |donc |jadi |então )?(?<word>${yes}|${no})[.!]?$`,
  "iu",
);
const isYes = new RegExp(`^(?:${yes})$`, "iu");

const words = String.raw`(?: \p{L}+){0,6}?`;
const perimeter = String.raw`(?<!data )p[eé]r[ií]m[eè]t(?:er|ro|re)(?!\p{L}| (?:data|files?|records?|layer|list))`;
const not = "(?:not|\\p{L}+n't|no|ne|n'|pas|tidak|não)";
const within = `(?:inside|within|dentro|à l'intérieur|(?:di )?dalam|part of|(?:cover|contain|includ)ed|inclu[ií]d[oa]|compris|inclus|termasuk)`;
const holds =
  "(?:include|contain|cover|take in|incluye|contiene|abarca|contient|inclut|comprend|mencakup|memuat|inclui|contém|abrange)";
const outside = anyOf([
  `(?:outside|fuera|fora|à l'extérieur|hors|di luar)${words} ${perimeter}`,
  `${not}${words} ${within}${words} ${perimeter}`,
  `${perimeter}${words} ${not} ?${holds}`,
]);
const inside = anyOf([`${within}${words} ${perimeter}`, `${perimeter}${words} ${holds}s?`]);

const negation = anyOf([not, "non|never|bukan|nor|ni"]);
const unanswered = anyOf(["whether|if|si|s'il|apakah|se [oa] (?:ponto|posição)"]);

/** The text without what puts a point outside of a perimeter: an answer, no lack of data. */
export function withoutOutside(text: string): string {
  return text.replace(outside, "~");
}

/** Yes, no, or neither: the word that a statement begins or ends with, or calls the answer. */
export function yesOrNoOf(text: string): boolean | undefined {
  const word = (leading.exec(text) ?? stated.exec(text) ?? closing.exec(text))?.groups?.word;
  return word === undefined ? undefined : isYes.test(word);
}

/** Whether a point lies inside of a perimeter, if the text says so. */
export function isInside(text: string): boolean | undefined {
  if (unanswered.test(text)) return undefined;
  if (outside.test(text)) return false;
  return inside.test(text) && !negation.test(text) ? true : undefined;
}
