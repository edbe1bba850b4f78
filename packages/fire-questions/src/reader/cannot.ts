/** Any of these patterns as whole words; models answer in other languages than they were asked. */
export function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?!\\p{L})`, "iu");
}

const english = [
  "(?:can|could)(?: ?not|'t) (?:be (?:answered|determined|said|known)|answer|say|tell|know|determine|get|give|provide|assess|judge|see|(?:find|locate)(?! (?:any|a) (?:\\p{L}+ )?(?:fires?|hotspots?|detections?)(?! (?:named|called|by|with|of that))))",
  "(?:unable|not able|impossible|not possible|no way) to (?:answer|say|tell|know|determine|assess|judge|find|be answered)",
  "(?:do|does)(?: not|n't) know|not safe to say|nobody (?:can|knows|looked)",
  String.raw`no (?:\p{L}+ ){0,2}(?:data|coverage|observations?|perimeters?|match(?:es)?)`,
  "data (?:ends?|begins?|starts?|stops?|(?:only )?(?:covers? only|covers|goes|reach(?:es)?)|up to|has no|have no|contains? no|includes? no)",
  "(?:does|do|did)(?: not|n't) (?:exist|cover|include|contain|record|say|have|hold|list|reach|happen|occur|grow)",
  String.raw`(?:is|are|was|were)(?: not|n't) (?:available|recorded|covered|observed|included|in (?:the|this|our) (?:data|list)\p{L}*|part of (?:the|this) data\p{L}*)`,
  String.raw`unavailable|not found|ambiguous|please (?:specify|clarify|say) which|outside (?:of )?(?:the|what the|its) (?:data|covered|area|period|region|time|box)\p{L}*`,
  // No such thing.
  String.raw`no such|no fire (?:named|called|of|by|with)|no (?:\p{L}+ ){1,4}(?:called|named|of that name|by that name)`,
  String.raw`which (?:one|\p{L}+) (?:do )?you (?:do you )?mean|which (?:one|\p{L}+) is meant|(?:several|multiple|two|three|four|five|many) (?:\p{L}+ )+(?:called|named)`,
  // A premise that is not so.
  "premise (?:is|was) (?:wrong|false|incorrect|not true|mistaken)|(?:is|are|was|were)(?: not|n't) (?:true|correct|so)|contrary to the question",
  "(?:not|n't) mean (?:that )?(?:it is|it's|you are|you're|there (?:are|were|was|is)) (?:safe|no)",
];

const spanish = [
  String.raw`no (?:se )?(?:puedo|puede|podemos|es posible) (?:ser )?(?:responder|responde|respondida|decir|saber|determinar|contestar|dar)\p{L}*|imposible (?:de )?(?:responder|decir|saber|determinar)`,
  String.raw`no (?:hay|existen|tengo|dispongo de) (?:\p{L}+ )?datos|sin datos|(?:ningún|no hay) (?:\p{L}+ )?perímetros?|(?:los )?datos (?:terminan|acaban|empiezan|comienzan|llegan|(?:solo|sólo) cubren|no \p{L}+)`,
  String.raw`no (?:sé|(?:encontré|se encontró)(?! ningún (?:incendio|foco|punto)| ninguna detección)|existe|figura|consta|cubre\p{L}*)|no está[ns]? (?:disponibles?|cubiert[oa]s?|en los datos)|fuera de (?:los datos|la zona)`,
  String.raw`premisa es (?:incorrecta|falsa|errónea)|no es (?:cierto|correcto)|ningún incendio (?:llamado|con ese nombre)|a (?:qué|cuál) (?:\p{L}+ )?se refiere|no significa que`,
];

const french = [
  String.raw`(?:ne (?:peux|peut|pouvons)|n'est) pas (?:vous |y )?(?:possible de )?(?:être )?(?:répondre|répondu\p{L}*|dire|savoir|déterminer\p{L}*|possible)|impossible (?:de|d') ?(?:répondre|dire|savoir|déterminer|y répondre)`,
  String.raw`(?:pas de|aucune?) (?:données?|observations?|périmètres?)|(?:les )?données (?:s'arrêtent|se terminent|commencent|finissent|ne \p{L}+ (?:pas|que|aucune?))`,
  `n'existe pas|ne sais pas|n'ai (?:pas |rien )?trouvé(?! aucun)|n'(?:est|sont) pas (?:disponibles?|couverte?s?|dans les données)|indisponibles?|hors des données`,
  String.raw`prémisse est (?:fausse|incorrecte|erronée)|ce n'est pas (?:vrai|exact)|de quel(?:le)? \p{L}+ parlez-vous|aucun (?:incendie|feu|lieu) (?:nommé|de ce nom)|ne (?:veut pas dire|signifie pas) que`,
];

const indonesian = [
  "tidak (?:dapat|bisa) (?:di(?:jawab|katakan|ketahui|tentukan|pastikan)|menjawab|mengatakan|memberi ?tahu|menentukan|memastikan|menemukan)|tidak mungkin (?:menjawab|mengatakan)",
  String.raw`tidak (?:ada|memiliki|punya|tersedia) (?:\p{L}+ )?(?:data|perimeter)|data (?:\p{L}+ )?(?:tidak|berakhir|dimulai|hanya)`,
  String.raw`tidak (?:tahu|diketahui|tersedia|tercatat|tercakup|ditemukan (?:tempat|data|kebakaran bernama))|di luar (?:data|cakupan)|(?:kebakaran|tempat) (?:bernama )?\p{L}+ tidak ada`,
  String.raw`premis\p{L}* (?:salah|keliru)|tidak benar|(?:bukan|tidak) berarti`,
];

const portuguese = [
  "não (?:se )?(?:posso|pode|podemos|é possível|consigo) (?:ser )?(?:responder|respondida|dizer|saber|determinar|afirmar|informar)|impossível (?:responder|dizer|saber|determinar)",
  String.raw`não (?:há|existem|tenho) (?:\p{L}+ )?dados|sem dados|(?:nenhum|não há) (?:\p{L}+ )?perímetros?|(?:os )?dados (?:terminam|acabam|começam|vão até|só cobrem|não \p{L}+)`,
  "não (?:sei|encontrei(?! nenhum (?:incêndio|foco)| nenhuma detecção)|foi encontrad[oa]|existe|consta)|não (?:está|estão|é|são) (?:disponíve(?:l|is)|cobert[oa]s?|nos dados)|fora dos dados",
  String.raw`premissa (?:é|está) (?:incorreta|falsa|errada)|não é (?:verdade|correto)|nenhum incêndio (?:chamado|com esse nome)|a qual \p{L}+ se refere|não (?:significa|quer dizer) que`,
];

const cannot = anyOf([english, spanish, french, indonesian, portuguese].flat());

/** Whether a text says that there is no answer: no data, no such thing, or a wrong premise. */
export function saysCannot(text: string): boolean {
  return cannot.test(text);
}
