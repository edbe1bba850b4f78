import { printable } from "./figures.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML, also within quotes; what it contains came from models and servers. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/gu, (character) => entities[character]!);
}
