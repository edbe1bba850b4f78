import type { LiveBox } from "./live-areas.ts";

/** Finds the box of a named area. @throws {Error} with a sentence without full stop, if none is */
export type ResolveArea = (name: string) => Promise<LiveBox>;

/** For a program without a list of areas. */
export async function noArea(name: string): Promise<LiveBox> {
  throw new Error(`${JSON.stringify(name.slice(0, 60))} is not a box west,south,east,north`);
}
