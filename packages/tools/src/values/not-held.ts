/** What people ask about fires that no tool holds, and whom to ask for it. */
const topics: readonly (readonly [words: RegExp, topic: string, whom: string])[] = [
  [/caus|ignit|arson/, "the causes of fires", "the agency that manages the fire"],
  [/contain/, "containment or its forecasts", "the agency that manages the fire"],
  [
    /suppress|crew|personnel|firefighter|aircraft|engines/,
    "suppression",
    "the agency that manages the fire",
  ],
  [/evacu|shelter/, "evacuations", "the local emergency services"],
  [/roads?\b|closure|traffic|highway/, "roads or closures", "the road authority"],
  [
    /air_?quality|aqi|smoke|pm_?2|pm_?10/,
    "air quality or smoke",
    "the air quality agency, in the USA airnow.gov",
  ],
  [
    /damage|destroy|structure|building|injur|fatal|death|casualt/,
    "damage or casualties",
    "the agency that manages the fire",
  ],
  [
    /weather|wind|humidity|rain|fire_?danger/,
    "weather or fire danger",
    "the national weather service",
  ],
];

/**
 * Where a caller asks by this name for something that no tool holds: a sentence with a space in
 * front; else "".
 *
 * @param known the names that there are: a feed may have what the others lack
 */
export function notHeld(name: string, known: readonly string[] = []): string {
  const plain = (each: string) => each.toLowerCase().replace(/[\s-]/g, "_");
  const found = topics.find(([words]) => words.test(plain(name)));
  if (!found) return "";
  const [words, topic, whom] = found;
  if (known.some((each) => words.test(plain(each)))) return "";
  return ` The tools do not hold ${topic}: ask ${whom}.`;
}
