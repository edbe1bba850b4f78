import { mesh } from "topojson-client";
import type { Topology } from "./atlas.ts";

type Mesh = typeof mesh;

/** The lines between the areas of an object, not those along coasts. */
export function bordersOf(atlas: Topology, name: string): ReturnType<Mesh> {
  return mesh(atlas, atlas.objects[name] as Parameters<Mesh>[1], (a, b) => a !== b);
}
