// Predicates and orders shared by several answers.

/** Times are RFC 3339 texts in UTC, so that a day, a month or an hour is a prefix. */
export const during = (prefix) => (each) => each.datetime.startsWith(prefix);

/** From the first instant (inclusive) to the second (exclusive); either may be null. */
export const between = (start, end) => (each) =>
  (!start || each.datetime >= start) && (!end || each.datetime < end);

/** West greater than east crosses the antimeridian. */
export const inBox = (west, south, east, north) => (each) =>
  each.lat >= south &&
  each.lat <= north &&
  (west <= east ? each.lon >= west && each.lon <= east : each.lon >= west || each.lon <= east);

export const count = (items, ...tests) =>
  items.filter((each) => tests.every((test) => test(each))).length;

/** Largest first. */
export const descending = (items, key) => [...items].sort((x, y) => y[key] - x[key]);

/** The item with the least measure, first in order, and that measure. */
export function closest(items, measure) {
  let best = { measure: Number.POSITIVE_INFINITY };
  for (const each of items) {
    const measured = measure(each);
    if (measured < best.measure) best = { ...each, measure: measured };
  }
  return best;
}

export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const each of items) {
    const key = keyOf(each);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(each);
  }
  return groups;
}

/** Of the perimeters of one fire, the newest: by time, then sequence. */
export const newest = (snapshots) =>
  snapshots.reduce((best, each) =>
    each.datetime > best.datetime ||
    (each.datetime === best.datetime && each.sequence > best.sequence)
      ? each
      : best,
  );

export const newestPerFire = (perimeters) =>
  [...groupBy(perimeters, ({ incident_id }) => incident_id).values()].map(newest);

export const distinct = (items, key) => new Set(items.map((each) => each[key])).size;
