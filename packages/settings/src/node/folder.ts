import { statSync } from "node:fs";
import { WrongValue } from "../setting.ts";

/** The path of an existing folder. */
export function folder(given: string): string {
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory()) return given;
  throw new WrongValue("give a folder that exists");
}
