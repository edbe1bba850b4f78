// Runs in the threads of openWorkers: each export is one kind of work, loaded on first use.
import type { ExactName } from "../geometry/run-exact.ts";
import type { Packed } from "../work/packed.ts";
import type { HeavyTask, HeavyWork } from "../work/workers.ts";

export const measure: HeavyTask<"measure"> = (outlines) => finished("measure", outlines);

export const simplify: HeavyTask<"simplify"> = (outlines) => finished("simplify", outlines);

export const unite: HeavyTask<"unite"> = (polygons) => finished("unite", polygons);

export const draw: HeavyTask<"draw"> = async (map) => (await import("../map/draw.ts")).draw(map);

export const ground: HeavyTask<"ground"> = async (request) =>
  (await import("../map/draw.ts")).ground(request);

export const png: HeavyTask<"png"> = async (svg) =>
  (await import("./png-encoder.ts")).encodePng(svg);

/** Runs all steps: a thread needs no turns. */
async function finished<Name extends ExactName>(
  name: Name,
  input: Packed,
): Promise<HeavyWork[Name]["output"]> {
  const [{ exactSteps }, { finish }] = await Promise.all([
    import("../geometry/exact.ts"),
    import("@emberline/cql2/spatial"),
  ]);
  return finish<HeavyWork[ExactName]["output"]>(exactSteps[name](input));
}
