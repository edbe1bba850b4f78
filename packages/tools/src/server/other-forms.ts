import type { Feature } from "@emberline/core";
import { type Bbox, type Box, bboxOf, boxesOverlap, flatBox } from "@emberline/geo";
import { ownProperty } from "../values/own-property.ts";
import { textNumberNames, withNumbers } from "../values/text-numbers.ts";
import { isTimeText, readTime } from "../values/time-text.ts";

/** What of a collection is read in another form than it is sent. */
export interface Forms {
  /** Positions are latitude, longitude: such features are not read. */
  readonly isSwapped: boolean;
  /** Numbers sent as text. */
  readonly numbers: readonly string[];
  /** Times in another form than that of RFC 3339. */
  readonly times: readonly string[];
}

/**
 * @param isDescribed the service describes types: then texts are texts
 * @param extent where the service says that the features are
 */
export function formsOf(
  sample: readonly Feature[],
  isDescribed: boolean,
  extent: Bbox | undefined,
): Forms {
  const times = namesOfTimes(sample);
  const numbers = isDescribed ? [] : textNumberNames(sample);
  return {
    isSwapped: extent !== undefined && isSwapped(sample, flatBox(extent)),
    times,
    numbers: numbers.filter((name) => !times.includes(name)),
  };
}

/** Whether all lie outside of the extent, and would lie inside with their axes swapped. */
function isSwapped(sample: readonly Feature[], extent: Box): boolean {
  const boxes = sample
    .map(({ geometry }) => (geometry === null ? undefined : bboxOf(geometry)))
    .filter((box) => box !== undefined);
  const swapped = ([west, south, east, north]: Box): Box => [south, west, north, east];
  return (
    boxes.length > 0 &&
    boxes.every((box) => !boxesOverlap(box, extent) && boxesOverlap(swapped(box), extent))
  );
}

/** The properties that are times in every sampled feature, in some of them in another form. */
function namesOfTimes(sample: readonly Feature[]): string[] {
  const names = new Set(sample.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names].filter((name) => {
    const values = sample
      .map(({ properties }) => ownProperty(properties, name))
      .filter((value) => value !== undefined && value !== null && value !== "");
    const isTime = (value: unknown) => isTimeText(value) || readTime(value, name) !== undefined;
    return values.every(isTime) && !values.every(isTimeText);
  });
}

/** The feature with numbers and times as numbers and times; other values stay. */
export function withForms(feature: Feature, { numbers, times }: Forms): Feature {
  if (numbers.length === 0 && times.length === 0) return feature;
  const properties = withNumbers(feature.properties, numbers);
  if (properties === null) return feature;
  for (const name of times) {
    const value = ownProperty(properties, name);
    if (!isTimeText(value)) properties[name] = readTime(value, name) ?? value;
  }
  return { ...feature, properties };
}
