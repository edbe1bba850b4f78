// What the threads of openWorkers run: each export is one kind of work, loaded with its first task.
import type { HeavyWork } from "../work/workers.ts";

const exact = () => import("../geometry/exact.ts");

export const measure: HeavyWork["measure"] = async (outlines) => (await exact()).measure(outlines);

export const simplify: HeavyWork["simplify"] = async (outlines) =>
  (await exact()).simplify(outlines);

export const unite: HeavyWork["unite"] = async (polygons) => (await exact()).unite(polygons);

export const draw: HeavyWork["draw"] = async (map) => (await import("../map/draw.ts")).draw(map);

export const png: HeavyWork["png"] = async (svg) =>
  (await import("./png-encoder.ts")).encodePng(svg);
