/** What people ask about fires that no tool holds, and whom to ask for it. */
const topics: readonly (readonly [words: RegExp, topic: string, whom: string])[] = [
  [/caus|ignit|arson/, "the causes of fires", "the agency that manages the fire"],
  [
    /contain|suppress|crew|personnel|firefighter|aircraft|engines/,
    "containment or suppression",
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
 * front; else "". For names that a collection really lacks: a feed may have some of these.
 */
export function notHeld(name: string): string {
  const asked = name.toLowerCase().replace(/[\s-]/g, "_");
  const found = topics.find(([words]) => words.test(asked));
  if (!found) return "";
  const [, topic, whom] = found;
  return ` The tools do not hold ${topic}: ask ${whom}.`;
}
