/** Any of these patterns as whole words; models answer in other languages than they were asked. */
export function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?!\\p{L})`, "iu");
}

const not = "(?: not|n't)";
/** Up to three words between. */
const some = String.raw`(?:[\p{L}'-]+ ){0,3}`;

/**
 * In each language: that one cannot or does not know, unless that means none, or is a hedge; that
 * the data does not have it; that there is no such thing; that the question is mistaken.
 */
const english = [
  `(?:can ?not|can't|could${not})(?! (?:be )?(?:confirm|verif|guarantee|rule|exclude|sure|certain)\\p{L}*)(?! (?:find|locate|see|detect|identify) (?:any|a) (?:\\p{L}+ )?(?:fires?|hotspots?|detections?)(?! (?:named|called|by|with|of that)))`,
  `(?:un|(?:not|\\p{L}+n't) )able to|impossible|(?:not|\\p{L}+n't|no (?:\\p{L}+ ){1,6}is) possible|no way (?:for \\p{L}+ )?(?:to|of)|(?:do|does)${not} know|(?:nobody|no one) (?:can|knows|looked)|not safe to say|(?:is|are|was|were|remains?) un(?:known|available|clear|determined)`,
  `no (?:\\p{L}+ ){1,6}(?:can|could) be`,
  `no ${some}(?:data|coverage|observations?|perimeters?|match(?:es)?|records?|information)|(?:have|has|is|are|but|with) nothing (?:for|on|about)`,
  `data(?:set)? (?:\\p{L}+ )?(?:ends?|begins?|starts?|stops?|lacks?|covers? only|only covers?|covers|goes|reach(?:es)?|up to|has no|have no|contains? no|includes? no)|(?<!(?:answer|result|count|total) is )limited to|missing from|lies? beyond`,
  `(?:does|do|did)${not} (?:exist|cover|include|contain|record|say|have|hold|list|reach|happen|occur|grow)`,
  `(?:is|are|was|were)${not} ${some}(?:available|recorded|covered|observed|included|listed|looked at|held|live|in (?:the|this|our) ${some}(?:data|lists?|records?)\\p{L}*|part of (?:the|this|our) ${some}data\\p{L}*)|(?:is|are|was|were)${not} (?:something|a place|a fire)`,
  "unavailable|not found|ambiguous|(?:please|could you) (?:specify|clarify|say|tell me|check)|outside (?:of )?(?:the|what the|its) (?:data|covered|area|period|region|time|box)\\p{L}*",
  `no such|no fire (?:named|called|of|by|with)|no (?:\\p{L}+ ){1,6}(?:called|named|of that name|by that name)|there(?:'s| is) no (?:\\p{L}+ ){1,6}fire (?:among|in)`,
  String.raw`which (?:one|\p{L}+) (?:do )?you (?:do you )?mean|which (?:one|\p{L}+) is meant|(?:several|multiple|two|three|four|five|many) (?:\p{L}+ ){1,6}(?:called|named)`,
  `premise (?:is|was) (?:wrong|false|incorrect|not true|mistaken)|(?:is|are|was|were)${not} (?:true|correct|so)|contrary to the question|question assumes`,
  `(?:not|\\p{L}+n't) mean (?:that )?(?:it is|it's|you are|you're|there (?:are|were|was|is)) (?:safe|no)`,
];

const spanish = [
  "no (?:se )?(?:puedo|puede[ns]?|podemos|pude|pudo|es posible|resulta posible|hay (?:forma|manera|modo) de|sé|sabemos)(?! (?:confirmar|verificar|garantizar|descartar))|imposible",
  String.raw`no (?:hay|existen|tengo|se dispone de|dispongo de|disponemos de) (?:\p{L}+ )?(?:datos|observaciones|información|registros?)|sin datos|(?:ningún|no hay) (?:\p{L}+ )?perímetros?|datos (?:\p{L}+ )?(?:terminan|acaban|empiezan|comienzan|llegan|(?:solo|sólo) \p{L}+|no \p{L}+)`,
  String.raw`no (?:(?:encontré|se encontró|encuentro)(?! ningún (?:incendio|foco|punto)(?! llamado| con)| ninguna detección)|existe|aparece|figura|consta|cubre\p{L}*|incluye\p{L}*|contiene\p{L}*)|no está[ns]? (?:disponibles?|cubiert[oa]s?|incluid[oa]s?|en los datos|entre los datos)|no tiene respuesta|fuera de (?:los datos|la zona|l[oa]s? \p{L}+ cubiert[oa]s?)`,
  String.raw`premisa es (?:incorrecta|falsa|errónea)|no es (?:cierto|correcto)|ningún (?:incendio|lugar) (?:llamado|con ese nombre)|a (?:qué|cuál) (?:\p{L}+ )?se refiere|no significa que|ambigu[oa]`,
];

const french = [
  "(?:peux|peut|pouvons|puis|pourrais|peuvent) (?:donc )?pas(?! (?:confirmer|vérifier|garantir|exclure))|pas (?:en mesure|possible|capable)|impossible|(?:ne|n'y) (?:\\p{L}+ )?(?:sais|sait) pas",
  String.raw`(?:pas de|aucune?) (?:données?|observations?|périmètres?|lieu|information)|données (?:\p{L}+ )?(?:s'arrêtent|se terminent|commencent|finissent|ne \p{L}+ (?:pas|que|aucune?))|ne (?:concernent|couvrent|couvre|comprend|comprennent|contient|contiennent) (?:pas|que)`,
  `n'existe pas|n'ai (?:pas |rien )?trouvé(?! aucun)|(?:n'est|n'sont|ne sont|n'était|n'a) pas (?:été )?(?:disponibles?|couverte?s?|inclu(?:s|ses?)|renseignée?s?|enregistrée?s?|dans les données)|indisponibles?|introuvables?|hors des données`,
  String.raw`prémisse est (?:fausse|incorrecte|erronée)|ce n'est pas (?:vrai|exact)|de quel(?:le)? \p{L}+ parlez-vous|aucun (?:incendie|feu|lieu) (?:nommé|de ce nom|appelé)|ne (?:veut pas dire|signifie pas) que|ambigu`,
];

const indonesian = [
  "tidak (?:dapat|bisa|mungkin|mampu)(?! (?:di)?(?:konfirmasi|verifikasi|mengonfirmasi|memverifikasi|menjamin))|tidak (?:tahu|diketahui)",
  String.raw`tidak (?:ada|memiliki|punya|tersedia) (?:\p{L}+ )?(?:data|perimeter|informasi|catatan)|data (?:\p{L}+ ){0,2}(?:tidak|berakhir|dimulai|hanya)|bukan data`,
  String.raw`tidak (?:tersedia|tercatat|tercakup|termasuk|mencakup|ada dalam data|ditemukan (?:tempat|data|kebakaran bernama))|di luar (?:data|cakupan)|(?:kebakaran|tempat) (?:bernama )?\p{L}+ tidak ada`,
  String.raw`premis\p{L}* (?:salah|keliru)|tidak (?:benar|meluas)|(?:bukan|tidak) berarti|ambigu`,
];

const portuguese = [
  "não (?:se )?(?:posso|pode|podemos|podem|é possível|foi possível|consigo|consegui|sei|há (?:como|forma|maneira))(?! (?:confirmar|verificar|garantir|descartar))|impossível",
  String.raw`não (?:há|existem|tenho|temos) (?:\p{L}+ )?(?:dados|observações|cobertura|registros?|informaç\p{L}+)|sem dados|(?:nenhum|não há|não tem) (?:\p{L}+ )?perímetros?|dados (?:\p{L}+ )?(?:terminam|acabam|começam|vão até|só \p{L}+|não \p{L}+)`,
  "não (?:encontrei(?! nenhum (?:incêndio|foco)| nenhuma detecção)|foi encontrad[oa]|existe|consta|abrange\\p{L}*|cobre\\p{L}*|inclu\\p{L}+)|não (?:está|estão|é|são) (?:disponíve(?:l|is)|cobert[oa]s?|incluíd[oa]s?|nos dados)|fora d(?:os dados|o período|a área|os intervalos)",
  String.raw`premissa (?:é|está) (?:incorreta|falsa|errada)|não é (?:verdade|correto)|nenhum incêndio (?:chamado|com esse nome)|a qual \p{L}+ se refere|não (?:significa|quer dizer) que|ambígu[oa]`,
];

/** Of a value it is a hedge; as a sentence of its own, or of who is safe, it says all. */
const unconfirmed = [
  String.raw`(?<=(?:^|[.!?\n]\s*)(?:(?:I|yo|je|eu|saya) )?)(?:(?:can ?not|can't) (?:confirm|verify|guarantee) (?:it|that|this)|no puedo (?:confirmar|garantizar|asegurar)lo|ne peux pas (?:le (?:confirmer|garantir)|(?:confirmer|garantir) cela)|tidak (?:dapat|bisa) (?:memastikan|menjamin|mengonfirmasi)(?:nya| hal itu)|não posso (?:confirmar|garantir|assegurar)(?: isso|-lo)?)(?=[.;])`,
  "(?:can ?not|can't|puedo|puede|peux pas|peut pas|dapat|bisa|posso|pode) (?:confirm|verify|guarantee|confirmar|garantizar|confirmer|garantir|memastikan|mengonfirmasi|menjamin) (?:that|whether|if|que|si|se|apakah|bahwa)[^.;]{0,40}(?:safe|segur[oa]s?|sûre?s?|aman|danger|peligro|perigo)",
];

const cannot = anyOf([unconfirmed, english, spanish, french, indonesian, portuguese].flat());

/** Whether a text says that there is no answer: no data, no such thing, or a wrong premise. */
export function saysCannot(text: string): boolean {
  return cannot.test(text);
}
