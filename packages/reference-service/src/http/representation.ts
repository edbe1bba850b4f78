import { invalidParameter } from "./problems.ts";

const JSON_NAMES = ["json", "application/json", "application/geo+json"];

/** @throws {Problem} 400 for a representation that is not offered */
export function checkRepresentation(params: URLSearchParams): void {
  const format = params.get("f");
  if (format !== null && !JSON_NAMES.includes(format)) {
    throw invalidParameter("f", `must be one of ${JSON_NAMES.join(", ")}.`);
  }
}
