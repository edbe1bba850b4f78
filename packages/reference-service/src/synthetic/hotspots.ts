import type { Position, Properties } from "@emberline/geo";
import { detection, overpasses } from "./detections.ts";
import { offset, type SyntheticFire } from "./fires.ts";
import { type Random, rounded } from "./random.ts";
import type { StaticSource } from "./static-sources.ts";

const dayMs = 86_400_000;
/** Time from the overpass to its publication. */
const latencyMs = 40 * 60_000;
const staticDays = 14;

const vegetation = 0;
const staticLand = 2;
const offshore = 3;

/** A fire's detections: warm pixels along its front at each overpass until now. */
export function hotspotsOfFire(fire: SyntheticFire, now: number, random: Random): Properties[] {
  const end = now - latencyMs - fire.quietDays * dayMs;
  return overpasses(fire.longitude, fire.firstDay, end, random).flatMap((pass) => {
    const age = Math.min(fire.rings.length - 1, Math.floor((pass.time - fire.firstDay) / dayMs));
    const isFine = pass.satellite.instrument === "VIIRS";
    const pixels = Math.ceil((age + 1) * (isFine ? 2.2 : 0.8) * (pass.isDay ? 1 : 0.6));
    return Array.from({ length: pixels }, () => {
      const position = onFront(fire, age, random);
      return detection(
        position,
        pass,
        random.between(0.15, pass.isDay ? 1 : 0.6),
        vegetation,
        random,
      );
    });
  });
}

/** A static source's detections: always at the same place, mostly at night. */
export function hotspotsOfSource(source: StaticSource, now: number, random: Random): Properties[] {
  const type = source.category === "offshore_platform" ? offshore : staticLand;
  return overpasses(source.longitude, now - staticDays * dayMs, now - latencyMs, random)
    .filter((pass) => random.next() < (pass.isDay ? 0.05 : 0.3))
    .map((pass) => {
      const position = offset(source, random.between(0, 0.3), random.between(0, 2 * Math.PI));
      return detection(position, pass, random.between(0.05, 0.3), type, random);
    });
}

/** A random position between the perimeters of a day and of the day before. */
function onFront(fire: SyntheticFire, age: number, random: Random): Position {
  const direction = random.integer(0, fire.rings[0]!.length - 2);
  const [ax, ay] = age > 0 ? fire.rings[age - 1]![direction]! : [fire.longitude, fire.latitude];
  const [bx, by] = fire.rings[age]![direction]!;
  const share = random.between(0.1, 0.95);
  return [rounded(ax + (bx - ax) * share, 5), rounded(ay + (by - ay) * share, 5)];
}
