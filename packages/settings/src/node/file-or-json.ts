import { readFileSync } from "node:fs";
import { WrongValue } from "../setting.ts";

/** A JSON text given itself, or in a file. */
export function fileOrJson(given: string): string {
  if (/^\s*[{[]/.test(given)) return given;
  try {
    return readFileSync(given, "utf8");
  } catch {
    throw new WrongValue("give JSON, or a file that can be read");
  }
}
