import { anyOf } from "./cannot.ts";

/** Part, at least, limited, cannot be confirmed: in the order en, es, fr, id, pt. */
const hedge = anyOf([
  `at least|partial(?:ly)?|only (?:a )?part|part of the (?:day|area|data|answer|results?|period)|incomplete|limited|truncated|may (?:be|have|not)|might|could be|(?:can|could)(?: ?not|'t) (?:confirm|verify|guarantee|rule out|be sure)|not (?:be )?complete|as far as|likely|probably|possibly|uncertain|not (?:certain|sure)`,
  "al menos|por lo menos|parcial(?:mente)?|solo una parte|incomplet[oa]s?|limitad[oa]s?|podrían?|quizás?|probablemente|no puedo (?:confirmar|verificar|garantizar)|hasta donde",
  "au moins|partiel(?:le)?(?:ment)?|seulement une partie|incomplète?s?|limitée?s?|pourrai(?:t|ent)|peut-être|probablement|ne peux pas (?:confirmer|vérifier|garantir)|autant que",
  "setidaknya|paling sedikit|sebagian|tidak lengkap|terbatas|mungkin|kemungkinan|tidak dapat (?:mengonfirmasi|memverifikasi|menjamin)|sejauh",
  "pelo menos|ao menos|parcial(?:mente)?|apenas uma parte|incomplet[oa]s?|limitad[oa]s?|poderiam?|talvez|provavelmente|não posso (?:confirmar|verificar|garantir)|até onde",
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

/** Somebody is safe; asking whether is no statement. */
const safe = anyOf([
  `all clear|(?<!(?:if|whether) )(?:you|it|area|town|place|there)(?: is| are|'re|'s) (?:now |completely |perfectly )?(?:safe|not in danger|no danger)|no need to evacuate|not need to evacuate|no (?:immediate )?(?:danger|threat|risk)`,
  "(?<!si )está[ns]? a salvo|están? segur[oa]s?|puede estar tranquil[oa]|fuera de peligro|(?<!(?:no|si) )es seguro(?! que (?:no|si))|no hay (?:peligro|riesgo)",
  "(?<!si vous )êtes en sécurité|sans danger|aucun (?:danger|risque)|hors de danger|pas de danger",
  "(?<!apakah )anda aman|^(?:ya, )?aman(?!\\p{L})|(?<!(?:tidak|apakah) )aman (?:bagi|untuk)|aman dari|tidak ada bahaya|tidak berbahaya",
  "(?<!se você )está (?:a salvo|seguro|segura|em segurança)|(?<!(?:não|se) )é segur[oa]|estão segur[oa]s|pode ficar tranquil[oa]|fora de perigo|não há (?:perigo|risco)",
]);

export function isHedged(text: string): boolean {
  return hedge.test(text);
}

export function saysNothingBurns(text: string): boolean {
  return nothing.test(text) || none.test(text) || safe.test(text);
}

const yes = "yes|sí|si|oui|ya|sim";
const no = "no|non|tidak|não";
const leading = new RegExp(
  `^[\\s"'(¡]*(?<word>${yes}|${no})(?:$|[\\s]*[,.;:!—–)"-](?!\\p{L}))`,
  "iu",
);
const stated = new RegExp(
  `(?<!\\p{L})(?:answer is|respuesta es|réponse est|jawabannya(?: adalah)?|resposta é):? "?(?<word>${yes}|${no})(?!\\p{L})`,
  "iu",
);
const closing = new RegExp(
  `, (?:so |then |entonces |donc |jadi |então )?(?<word>${yes}|${no})[.!]?$`,
  "iu",
);
const isYes = new RegExp(`^(?:${yes})$`, "iu");

/** Yes, no, or neither: the word that a statement begins or ends with, or calls the answer. */
export function yesOrNoOf(text: string): boolean | undefined {
  const word = (leading.exec(text) ?? stated.exec(text) ?? closing.exec(text))?.groups?.word;
  return word === undefined ? undefined : isYes.test(word);
}
