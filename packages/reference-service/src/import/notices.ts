import type { LoadedFile } from "./report.ts";

/**
 * Notices for callers about a collection or the simulations: none, or one sentence, which contains
 * neither names nor contents of files.
 */
export function loadNotices(files: readonly LoadedFile[], into: LoadedFile["into"]): string[] {
  const own = files.filter((file) => file.into === into);
  const refused = own.reduce((sum, file) => sum + file.refused, 0);
  const cut = own.filter(({ isWhole }) => !isWhole).length;
  const reasons = [
    refused > 0 ? `${refused} of its records ${refused === 1 ? "was" : "were"} rejected` : "",
    cut > 0 ? `${cut} of its files could not be read to the end` : "",
  ].filter(Boolean);
  if (reasons.length === 0) return [];
  const what = into === "simulations" ? "Simulations" : "Features";
  return [`${what} are missing: when the data was loaded, ${reasons.join(" and ")}.`];
}
