import type { Expected } from "fire-questions";
import type { Said } from "./said.ts";

/** Whether what the tools say is right: of what has no answer, that it has none, or why not. */
export function isSaid(expected: Expected, said: Said): boolean {
  if (expected.is === "obstacle") {
    if (typeof said === "object") return true;
    return expected.instead !== undefined && isSaid(expected.instead, said);
  }
  if (expected.is === "number")
    return typeof said === "number" && Math.abs(said - expected.value) <= expected.tolerance + 1e-9;
  if (expected.is === "yesno" || typeof said !== "string") return said === expected.value;
  const right = [expected.value, ...(expected.is === "name" ? (expected.also ?? []) : [])];
  return right.some((each) => each.toLowerCase() === said.toLowerCase());
}
