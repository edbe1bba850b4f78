/** Finds the ends of words, numbers and symbols. Positions are offsets in UTF-16 code units. */

// OGC 21-065r2, BNF: identifierStart and identifierPart.
const identifierStart =
  ":_A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFE\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const identifierPattern = new RegExp(
  `[${identifierStart}][${identifierStart}.0-9\\u0300-\\u036F\\u203F\\u2040]*`,
  "uy",
);
const spacePattern = /\s+/y;
const isoInstant = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const isoDuration = String.raw`P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?`;
/** GeoServer's bare instants and periods: `a`, `a/b`, `a/duration`, `duration/b`. */
const momentPattern = new RegExp(
  `${isoInstant}(?:/(?:${isoInstant}|${isoDuration}))?|${isoDuration}/${isoInstant}`,
  "iy",
);

/** Classes of ASCII characters: a table is several times faster than regular expressions. */
const spaceKind = 1;
const letterKind = 2;
const digitKind = 4;
const symbolKind = 8;
const kindOfCode = new Uint8Array(128);
for (const [kind, characters] of [
  [spaceKind, " \t\n\r\v\f"],
  [letterKind, ":_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"],
  [digitKind, "0123456789"],
  [symbolKind, "=<>(),+-*/%^"],
] as const) {
  for (const character of characters) kindOfCode[character.charCodeAt(0)] = kind;
}
const dot = 46;

/** Where a run of ASCII characters of the given kinds ends; dots are part of names and numbers. */
function skip(source: string, at: number, kinds: number, dots: boolean): number {
  let end = at;
  for (; end < source.length; end++) {
    const code = source.charCodeAt(end);
    if (!((kindOfCode[code]! & kinds) !== 0 || (dots && code === dot))) break;
  }
  return end;
}

function isAsciiAt(source: string, at: number): boolean {
  return !(source.charCodeAt(at) > 127);
}

/** The name that begins at `at`; empty if there is none. */
export function wordAt(source: string, at: number): string {
  const end = skip(source, at, letterKind | digitKind, true);
  const first = source.charCodeAt(at);
  if (end > at && isAsciiAt(source, end)) {
    return (kindOfCode[first]! & letterKind) !== 0 ? source.slice(at, end) : "";
  }
  return matchAt(identifierPattern, source, at) ?? "";
}

/** Whether a name can be written without quotes. */
export function isIdentifier(name: string): boolean {
  identifierPattern.lastIndex = 0;
  return identifierPattern.exec(name)?.[0] === name;
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/**
 * The end of the number that begins at `at` (`1`, `1.`, `.5`, `1.5e-3`); `at` itself if none does.
 */
export function endOfNumber(source: string, at: number): number {
  let end = skip(source, at, digitKind, false);
  let digits = end - at;
  if (source.charCodeAt(end) === dot) {
    const fraction = end + 1;
    end = skip(source, fraction, digitKind, false);
    digits += end - fraction;
  }
  if (digits === 0) return at;
  if (source[end] !== "e" && source[end] !== "E") return end;
  const sign = source[end + 1] === "+" || source[end + 1] === "-" ? 1 : 0;
  const exponent = end + 1 + sign;
  const last = skip(source, exponent, digitKind, false);
  return last === exponent ? end : last;
}

/** The symbol that begins at `at`; empty if there is none. */
export function symbolAt(source: string, at: number, ecql: boolean): string {
  const first = source[at]!;
  if ((kindOfCode[source.charCodeAt(at)]! & symbolKind) === 0) {
    return ecql && (first === "[" || first === "]" || first === ";") ? first : "";
  }
  const second = source[at + 1];
  if (first === "<" && (second === ">" || second === "=")) return first + second;
  return first === ">" && second === "=" ? ">=" : first;
}

/** Where the white space that begins at `at` ends. */
export function endOfSpace(source: string, at: number): number {
  const end = skip(source, at, spaceKind, false);
  return isAsciiAt(source, end) ? end : end + (matchAt(spacePattern, source, end)?.length ?? 0);
}

/** Whether a number begins at `at`, if anything does. */
export function isNumeric(code: number): boolean {
  return (kindOfCode[code]! & digitKind) !== 0 || code === dot;
}

/** ECQL's bare instant or period that begins at `at`; undefined if there is none. */
export function momentAt(source: string, at: number): string | undefined {
  const code = source.charCodeAt(at);
  // Durations begin with P.
  const possible = (kindOfCode[code]! & digitKind) !== 0 || code === 80 || code === 112;
  return possible ? matchAt(momentPattern, source, at) : undefined;
}
