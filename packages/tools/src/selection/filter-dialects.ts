/** What JavaScript, JSON and typography write otherwise. */
const symbols: Readonly<Record<string, string>> = {
  ...{ "==": "=", "===": "=", "!=": "<>", "!==": "<>", "≠": "<>" },
  ...{ "=>": ">=", "≥": ">=", "=<": "<=", "≤": "<=" },
  ...{ "&&": " AND ", "||": " OR ", "!": " NOT ", "[": "(", "]": ")" },
};

const pattern = new RegExp(
  [
    `'(?:[^']|'')*'|"(?:[^"]|"")*"`,
    "[‘’](?<text>[^‘’]*)[‘’]",
    "[“”](?<name>[^“”]*)[“”]|`(?<tick>[^`]*)`",
    String.raw`(?<equal>={1,3}|!==?|<>)\s*(?:NULL|NONE)\b`,
    String.raw`\b(?<fold>LOWER|UPPER)\s*\(\s*(?<folded>'(?:[^']|'')*')\s*\)`,
    String.raw`\b(?<type>DATE|TIMESTAMP)\s+(?<time>'[^']*')`,
    String.raw`\b(?<day>DATE)\s*\((?!\s*')`,
    "===?|!==?|≠|=>|≥|=<|≤|&&|\\|\\||[![\\]]",
  ].join("|"),
  "giu",
);

/**
 * A filter in the words of SQL, JavaScript or JSON as ECQL text that means the same, as far as that
 * is plain; ECQL has `ILIKE` and dates without quotes of its own. Only for what is not valid as it
 * stands.
 */
export function withoutDialects(text: string): string {
  return text.replaceAll(pattern, (found, ...rest) => {
    const { text, name, tick, equal, fold, folded, type, time, day } = rest.at(-1) as Groups;
    if (text !== undefined) return `'${text.replaceAll("'", "''")}'`;
    const quoted = name ?? tick;
    if (quoted !== undefined) return `"${quoted.replaceAll('"', '""')}"`;
    if (equal !== undefined) return /^=/.test(equal) ? " IS NULL" : " IS NOT NULL";
    if (folded !== undefined)
      return /^upper$/i.test(fold!) ? folded.toUpperCase() : folded.toLowerCase();
    if (time !== undefined) return `${type}(${time})`;
    if (day !== undefined) return "calendar_day(";
    return symbols[found] ?? found;
  });
}

type Groups = Readonly<Record<string, string | undefined>>;
