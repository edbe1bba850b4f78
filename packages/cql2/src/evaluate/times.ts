import { instantOfText } from "../time/literals.ts";
import type { Expression, Feature, IntervalEnd } from "../tree.ts";
import { intervalValue, TimeValue, toTime, type Value } from "./value.ts";

type Getter = (feature: Feature) => Value;

/** Compiles nodes to times of a feature; other values are NULL. */
export class Times {
  readonly #value: (node: Expression) => Getter;
  readonly #known = new Map<string, Getter>();

  /** @param value compiles a node to its value for a feature */
  constructor(value: (node: Expression) => Getter) {
    this.#value = value;
  }

  getter(node: Expression): Getter {
    if (typeof node === "string") {
      const instant = instantOfText(node);
      const time = instant === undefined ? null : new TimeValue({ start: instant, end: instant });
      return () => time;
    }
    const key = JSON.stringify(node);
    const known = this.#known.get(key) ?? readOnce(this.#value(node));
    this.#known.set(key, known);
    return known;
  }

  interval([start, end]: readonly [IntervalEnd, IntervalEnd]): Getter {
    if (typeof start === "string" && typeof end === "string") {
      const constant = intervalValue(start, end);
      return () => constant;
    }
    const get = (one: IntervalEnd): Getter =>
      typeof one === "string" ? () => one : this.#value(one);
    const [from, to] = [get(start), get(end)];
    return (feature) => intervalValue(from(feature), to(feature));
  }
}

/** Caches the last text, since a filter may compare one text with a thousand times. */
function readOnce(value: Getter): Getter {
  let last: Value = null;
  let time: TimeValue | null = null;
  return (feature) => {
    const found = value(feature);
    if (found !== last) [last, time] = [found, toTime(found)];
    return time;
  };
}
