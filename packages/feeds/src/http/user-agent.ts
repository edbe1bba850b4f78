const home = "https://github.com/emberline/emberline";

/** Says whose requests these are, and whom the source can write to. */
export function userAgentOf(version: string, contact?: string): string {
  return `emberline/${version} (+${home}${contact ? `; ${contact}` : ""})`;
}
