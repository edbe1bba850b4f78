/** Abbreviations in Natural Earth's labels, before a name in the country's language. */
const after = [
  [/ Is\.?$/, " Islands"],
  [/ I\.$/, " Island"],
  [/ Mts ?\.$/, " Mountains"],
  [/ Mtns\.?$/, " Mountains"],
  [/ Ra\.$/, " Range"],
  [/ Pen\.$/, " Peninsula"],
  [/ Plat\.$/, " Plateau"],
  [/ Arch\.$/, " Archipelago"],
];
const before = [
  [/^Pen\. /, "Península "],
  [/^Pén\. /, "Péninsule "],
  [/^Cord\. /, "Cordillera "],
  [/^Plat\. /, "Plateau "],
  [/^Is\. /, "Islas "],
  [/^I\. /, "Isla "],
  [/^S\. (?=Andaman)/, "South "],
  [/^N\. (?=Andaman)/, "North "],
];

/**
 * The name as people write it, then as on the map's label: capitals of large regions become lower
 * case, and abbreviations are written in full. Macrons written as diaereses are left to
 * comparisons.
 *
 * @param {string} label
 * @param {string | undefined} a3 the country
 * @returns {string[]}
 */
export function plainName(label, a3) {
  const [, main, inner] = /^(.*?)\s*\((.+)\)$/.exec(label) ?? [label, label, ""];
  const plain = [main, inner].filter(Boolean).map((each) => inFull(inSmall(each), a3));
  return [...new Set([...plain, label])];
}

function inFull(name, a3) {
  const sierra = a3 === "BRA" || a3 === "PRT" ? "Serra " : "Sierra ";
  const steps = [...before, ...after, [/^S\. /, sierra]];
  return steps
    .reduce((text, [pattern, full]) => text.replace(pattern, full), name)
    .replace(/ +/g, " ");
}

const small = /^(?:da|das|de|del|do|dos|du|la|las|of|the)$/i;

function inSmall(name) {
  if (name !== name.toUpperCase()) return name;
  return name
    .split(/([ ’'-])/)
    .map((word, i) => (i > 0 && small.test(word) ? word.toLowerCase() : capital(word)))
    .join("");
}

function capital(word) {
  return word.slice(0, 1) + word.slice(1).toLowerCase();
}
