import type { LoadedFile } from "./report.ts";

/**
 * Notices for callers about a collection or the simulations, which contain neither names nor
 * contents of files.
 */
export function loadNotices(files: readonly LoadedFile[], into: LoadedFile["into"]): string[] {
  const own = files.filter((file) => file.into === into);
  const refused = own.reduce((sum, file) => sum + file.refused, 0);
  const cut = own.filter(({ isWhole }) => !isWhole).length;
  const reasons = [
    refused > 0 ? `${refused} of its records ${refused === 1 ? "was" : "were"} rejected` : "",
    cut > 0 ? `${cut} of its files could not be read to the end` : "",
  ].filter(Boolean);
  const what = into === "simulations" ? "Simulations" : "Features";
  const garbled = own.reduce((sum, file) => sum + file.garbled, 0);
  return [
    reasons.length > 0 &&
      `${what} are missing: when the data was loaded, ${reasons.join(" and ")}.`,
    garbled > 0 &&
      `U+FFFD stands for lost characters in ${garbled} of the ${what.toLowerCase()}: their texts were not UTF-8.`,
  ].filter((notice) => notice !== false);
}
