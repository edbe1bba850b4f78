/** Groups that do not exist, and what to use instead. */
const lacking: readonly (readonly [words: RegExp, instead: string])[] = [
  [
    /^(?:month|year|week|season|quarter|decade)s?$|^(?:month|week|year)ly$|^(?:day_?of_?week|weekday)s?$/,
    'Groups by time are "day", "hour", "hour_of_day" and "local_hour": of longer periods call once for each, such as time "2025-06".',
  ],
  [
    /^(?:town|city|place|municipality|district|settlement|continent|location|park|forest)(?:_?name)?s?$|^(?:cit|municipalit)ies$/,
    'Groups by place are "country", "region" (state), "county" (USA), "area" (each of within) and "cell".',
  ],
  [/^(?:data_?)?sources?$/, 'Did you mean "satellite_name" or "static_source"?'],
  [
    /^(?:size|area|severity|intensity|power)(?:_class)?$/,
    'Ranges of a number are groups, such as "frp:10,50,100".',
  ],
];

/** The sentence, after a space, on what to use instead of a group; "" for another name. */
export function lackingGroup(name: string): string {
  const found = lacking.find(([words]) => words.test(name.toLowerCase()));
  return found ? ` ${found[1]}` : "";
}
