import { seededRandom } from "@emberline/test-support/random";
import {
  hotspotFiles,
  readFeatures,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import type { BooleanExpression, Expression, Feature, Point } from "../../src/index.ts";

/** Some of every source, so that properties are mixed and missing as in real data. */
export const hotspots = skipWithoutSharedData
  ? []
  : hotspotFiles.flatMap((file) =>
      readFeatures<Feature & { id: string }>(file).filter((_, i) => i % 30 === 0 || i < 150),
    );

const random = seededRandom(20261121);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const between = (low: number, high: number): number => low + random() * (high - low);
const round = (n: number): number => Math.round(n * 10) / 10;
const property = (name: string): Expression => ({ property: name });
const operation = (op: string, ...args: unknown[]) => ({ op, args }) as BooleanExpression;

const numbers = ["frp", "brightness", "bright_ti4", "scan", "confidence", "type", "latitude"];
const texts = ["satellite", "instrument", "daynight", "confidence", "island", "version"];
const comparisons = ["=", "<>", "<", "<=", ">", ">="];

/** A value that occurs in the property, so that equality is sometimes true. */
function found<T>(name: string, type: string, otherwise: T): T {
  for (let tries = 0; tries < 20; tries++) {
    const value = pick(hotspots).properties?.[name];
    if (typeof value === type) return value as T;
  }
  return otherwise;
}

function moment(): string {
  const time = Date.parse(found("datetime", "string", "2023-08-01T00:00:00Z"));
  return new Date(time + Math.round(between(-2, 2) * 24) * 3_600_000).toISOString();
}

function time(): Expression {
  const text = moment();
  return random() < 0.5 ? { date: text.slice(0, 10) } : { timestamp: text.replace(".000Z", "Z") };
}

function place(): Expression {
  const [x, y] = (pick(hotspots).geometry as Point).coordinates;
  const size = 10 ** between(-1, 1.5);
  const south = Math.max(-90, round(y - size));
  const north = Math.min(90, round(y + size));
  const turn = (n: number) => (n > 180 ? n - 360 : n < -180 ? n + 360 : n);
  if (random() < 0.5) {
    return { bbox: [turn(round(x - size)), south, turn(round(x + size)), north] };
  }
  const west = Math.max(-180, x - size);
  const east = Math.min(180, x + size);
  return {
    type: "Polygon",
    coordinates: [
      [
        [west, south],
        [east, y],
        [x, north],
        [west, south],
      ],
    ],
  };
}

function text(name: string): string {
  return found(name, "string", "x");
}

function predicate(): BooleanExpression {
  const number = pick(numbers);
  const name = pick(texts);
  switch (Math.floor(random() * 11)) {
    case 0:
    case 1:
      return operation(pick(comparisons), property(number), found(number, "number", 1));
    case 2:
      return operation(pick(comparisons), property(name), text(name));
    case 3: {
      const pattern = [...text(name)]
        .map((c) => (random() < 0.2 ? "_" : random() < 0.2 ? "%" : c))
        .join("");
      return random() < 0.5
        ? operation("like", property(name), pattern)
        : operation("like", operation("casei", property(name)), pattern.toLowerCase());
    }
    case 4: {
      const low = found(number, "number", 1);
      return operation("between", property(number), low, round(low + between(-5, 50)));
    }
    case 5:
      return random() < 0.5
        ? operation(
            "in",
            property(number),
            [1, 2, 3].map(() => found(number, "number", 1)),
          )
        : operation(
            "in",
            property(name),
            [1, 2, 3].map(() => text(name)),
          );
    case 6:
      return operation("isNull", property(pick([...numbers, ...texts])));
    case 7:
      return operation(pick(comparisons), property("datetime"), time());
    case 8: {
      const [start, end] = [moment(), moment()].sort();
      const ends = random() < 0.3 ? ["..", end] : random() < 0.3 ? [start, ".."] : [start, end];
      const interval = { interval: ends.map((one) => one!.replace(".000Z", "Z")) };
      const op = pick(["t_before", "t_after", "t_intersects", "t_disjoint"]);
      return operation(op, property("datetime"), interval);
    }
    case 9: {
      const sum = operation(pick(["+", "-", "*", "/"]), property(number), pick([0, 0.5, 2, 10]));
      return operation(pick(comparisons), sum, round(between(0, 400)));
    }
  }
  return operation(pick(["s_intersects", "s_within", "s_disjoint"]), property("geometry"), place());
}

/** A random filter over the hotspots, the same sequence in each process. */
export function randomFilter(depth: number): BooleanExpression {
  if (depth === 0 || random() < 0.25) return predicate();
  if (random() < 0.25) return operation("not", randomFilter(depth - 1));
  const parts = Array.from({ length: 2 + Math.floor(random() * 2) }, () => randomFilter(depth - 1));
  return operation(pick(["and", "or"]), ...parts);
}
