import { nameOf, timeMsOf } from "@emberline/map-app";
import { type Drawable, isMark } from "./content.ts";

/** Anything on the map in one line. */
export function titleOf(drawable: Drawable): string {
  return isMark(drawable) ? drawable.name : nameOf(drawable);
}

/** When it was seen, in milliseconds since 1970; null without a time. */
export function timeOf(drawable: Drawable): number | null {
  return isMark(drawable) ? drawable.timeMs : timeMsOf(drawable);
}
