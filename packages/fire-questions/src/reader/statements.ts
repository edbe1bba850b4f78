/** What replies say about themselves, in the five languages; each list is en, es, fr, id, pt. */
const anyOf = (...patterns: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?!\\p{L})`, "iu");

/** It cannot be answered: the data lacks it, there is no such thing, the premise is wrong. */
const cannot = anyOf(
  `(?:can|could)(?: ?not|'t) (?:be (?:answered|determined|said|known)|answer|say|tell|know|determine|get|give|provide|find out|assess|judge)`,
  "(?:unable|not able|impossible|not possible|no way) to (?:answer|say|tell|know|determine|assess|find|be answered)|not safe to say",
  String.raw`no (?:\p{L}+ )?data|data (?:ends?|begins?|starts?|stops?|(?:only )?(?:covers? only|covers|goes|reach(?:es)?)|up to|has no|have no|contains? no|includes? no)`,
  String.raw`(?:does|do|did)(?: not|n't) (?:exist|cover|include|contain|record|say|have|hold|list|reach|happen|occur)|(?:is|are|was|were)(?: not|n't) (?:available|recorded|covered|included|in the data|part of (?:the|this) data\p{L}*)|unavailable|outside (?:of )?the data`,
  String.raw`no (?:such|fire (?:named|called|of|by|with)|\p{L}+ (?:called|named|of that name|by that name))|there is no \p{L}+ (?:called|named|of that name)|which (?:one|\p{L}+) (?:do you mean|is meant)|(?:several|multiple|two) (?:\p{L}+ )+(?:called|named)`,
  `premise (?:is|was) (?:wrong|false|incorrect|not true|mistaken)|(?:is|are|was|were)(?: not|n't) (?:true|correct|so)|contrary to the question`,
  // es
  String.raw`no (?:se )?(?:puedo|puede|podemos|es posible) (?:ser )?(?:responder|responde|respondida|decir|saber|determinar|contestar|dar)\p{L}*|imposible (?:de )?(?:responder|decir|saber|determinar)`,
  String.raw`no (?:hay|existen|tengo|dispongo de) (?:\p{L}+ )?datos|(?:los )?datos (?:terminan|acaban|empiezan|comienzan|llegan|no (?:\p{L}+))|no (?:existe|está disponible|están disponibles|figura|consta)|sin datos`,
  "premisa es (?:incorrecta|falsa|errónea)|no es cierto|ningún incendio (?:llamado|con ese nombre)|a qué \\p{L}+ se refiere",
  // fr
  String.raw`(?:ne (?:peux|peut|pouvons)|n'est) pas (?:vous |y )?(?:possible de )?(?:être )?(?:répondre|répondu\p{L}*|dire|savoir|déterminer\p{L}*|possible)|impossible (?:de|d') ?(?:répondre|dire|savoir|déterminer|y répondre)`,
  String.raw`(?:pas de|aucune?) données?|(?:les )?données (?:s'arrêtent|se terminent|commencent|finissent|ne \p{L}+ pas)|n'existe pas|n'(?:est|sont) pas (?:disponibles?|dans les données)|indisponibles?`,
  "prémisse est (?:fausse|incorrecte|erronée)|ce n'est pas (?:vrai|exact)|de quel(?:le)? \\p{L}+ parlez-vous|aucun (?:incendie|feu|lieu) (?:nommé|de ce nom)",
  // id
  `tidak (?:dapat|bisa) (?:di(?:jawab|katakan|ketahui|tentukan|pastikan)|menjawab|mengatakan|memberi ?tahu|menentukan|memastikan|menemukan)|tidak mungkin (?:menjawab|mengatakan)`,
  String.raw`tidak (?:ada|memiliki|punya|tersedia) (?:\p{L}+ )?data|data (?:\p{L}+ )?(?:tidak|berakhir|dimulai|hanya)|tidak tersedia|tidak tercatat|(?:kebakaran|tempat) (?:bernama )?\p{L}+ tidak ada|premis\p{L}* (?:salah|keliru)|tidak benar`,
  // pt
  `não (?:se )?(?:posso|pode|podemos|é possível|consigo) (?:ser )?(?:responder|respondida|dizer|saber|determinar|afirmar|informar)|impossível (?:responder|dizer|saber|determinar)`,
  String.raw`não (?:há|existem|tenho) (?:\p{L}+ )?dados|(?:os )?dados (?:terminam|acabam|começam|vão até|não \p{L}+)|não (?:encontrei|existe|está disponível|estão disponíveis|consta)|sem dados`,
  "premissa (?:é|está) (?:incorreta|falsa|errada)|não é verdade|nenhum incêndio (?:chamado|com esse nome)|a qual \\p{L}+ se refere",
);

/** Part, at least, limited, cannot be confirmed. */
const hedge = anyOf(
  `at least|partial(?:ly)?|only (?:a )?part|part of the (?:day|area|data|answer|results?|period)|incomplete|limited|truncated|may (?:be|have|not)|might|could be|(?:can|could)(?: ?not|'t) (?:confirm|verify|guarantee|rule out|be sure)|not (?:be )?complete|as far as|likely|probably|possibly|uncertain|not (?:certain|sure)`,
  "al menos|por lo menos|parcial(?:mente)?|solo una parte|incomplet[oa]s?|limitad[oa]s?|podrían?|quizás?|probablemente|no puedo (?:confirmar|verificar|garantizar)|hasta donde",
  "au moins|partiel(?:le)?(?:ment)?|seulement une partie|incomplète?s?|limitée?s?|pourrai(?:t|ent)|peut-être|probablement|ne peux pas (?:confirmer|vérifier|garantir)|autant que",
  "setidaknya|paling sedikit|sebagian|tidak lengkap|terbatas|mungkin|kemungkinan|tidak dapat (?:mengonfirmasi|memverifikasi|menjamin)|sejauh",
  "pelo menos|ao menos|parcial(?:mente)?|apenas uma parte|incomplet[oa]s?|limitad[oa]s?|poderiam?|talvez|provavelmente|não posso (?:confirmar|verificar|garantir)|até onde",
);

const fire = String.raw`(?:\p{L}+ )?(?:wild)?(?:fires?|hotspots?|detections?|perimeters?|burning|fire detections?)`;

/** Nothing burns. */
const nothing = anyOf(
  `no ${fire}(?! (?:data|named|called|of that))|nothing (?:was|is|were|has been) (?:detected|burning|found|mapped)|not (?:a single|any) ${fire}|without any ${fire}|zero ${fire}`,
  String.raw`no (?:se (?:detect|registr|encontr|observ)\p{L}+|hay|hubo|había) (?:ningún |ninguna )?(?:\p{L}+ )?(?:incendios?|focos?|deteccion(?:es)?|detección|fuegos?|puntos? de calor)|ningún (?:incendio|foco|fuego)|ninguna detección|sin incendios`,
  `(?:aucune?|pas d(?:e |')|ni) ?(?:incendies?|feux?|détections?|points? chauds?|foyers?)|rien n'a été détecté`,
  "tidak (?:ada|ditemukan|terdeteksi)(?: adanya)? (?:titik panas|kebakaran|deteksi|titik api|hotspot|api)",
  String.raw`não (?:há|houve|havia|foram? (?:detectad|registrad|encontrad)\p{L}+) (?:nenhum |nenhuma )?(?:incêndios?|focos?|detecç(?:ão|ões)|fogos?)|nenhum (?:incêndio|foco)|nenhuma detecção|sem incêndios`,
);

/** The whole statement is a word for none. */
const none =
  /^(?:there (?:are|were|was) )?(?:zero|none|cero|ninguno|ninguna|zéro|aucune?|nol|nihil|nenhuma?)[.!]?$/iu;

/** Somebody is safe; asking whether is no statement. */
const safe = anyOf(
  `all clear|(?<!(?:if|whether) )(?:you|it|area|town|place|there)(?: is| are|'re|'s) (?:now |completely |perfectly )?(?:safe|not in danger|no danger)|no need to evacuate|not need to evacuate|no (?:immediate )?(?:danger|threat|risk)`,
  "(?<!si )está[ns]? a salvo|están? segur[oa]s?|puede estar tranquil[oa]|fuera de peligro|no hay (?:peligro|riesgo)",
  "(?<!si vous )êtes en sécurité|sans danger|aucun danger|hors de danger|pas de danger",
  "(?<!apakah )anda aman|aman dari|tidak ada bahaya|tidak berbahaya",
  "(?<!se você )está (?:a salvo|seguro|segura|em segurança)|pode ficar tranquil[oa]|fora de perigo|não há (?:perigo|risco)",
);

export function saysCannot(text: string): boolean {
  return cannot.test(text);
}

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
