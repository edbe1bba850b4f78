const asciiPattern = /^[\0-\x7f]*$/;

/**
 * Full case folding (Unicode, CaseFolding.txt, statuses C and F), which engines do not offer.
 * Lower, upper and lower again gives the same classes of letters, except for the dotless i. Folding
 * each character separately keeps the final sigma independent of its neighbours.
 */
export function foldCase(text: string): string {
  if (asciiPattern.test(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text) {
    // The dotless i folds to itself, although its capital is I.
    folded += character === "ı" ? character : character.toLowerCase().toUpperCase().toLowerCase();
  }
  return folded;
}

/**
 * Combining marks that are accents; unlike the vowel signs of Indic scripts, they have no script.
 */
const accentPattern = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** The text without accents, by canonical decomposition. */
export function foldAccents(text: string): string {
  if (asciiPattern.test(text)) return text;
  return text.normalize("NFD").replace(accentPattern, "").normalize("NFC");
}

/** Order by code point, as in UTF-8 and the C collation; code units differ beyond U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogateX = x >= 0xd800 && x <= 0xdfff;
    const surrogateY = y >= 0xd800 && y <= 0xdfff;
    return surrogateX === surrogateY ? x - y : surrogateX ? 1 : -1;
  }
  return a.length - b.length;
}
