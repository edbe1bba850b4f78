import { readPosition } from "./position-text.ts";

/**
 * The places of a text, separated by semicolons or lines: names, and positions as people write
 * them, of which "52.5; 13.4" is one. A text of one place has one.
 */
export function placesIn(text: string): string[] {
  if (isPosition(text)) return [text];
  const pieces = text
    .split(/[;；\n]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const places: string[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const [piece, next] = [pieces[at]!, pieces[at + 1]];
    const pair = `${piece}; ${next}`;
    const isHalf = next !== undefined && !isPosition(piece) && isPosition(pair);
    places.push(isHalf ? pair : piece);
    if (isHalf) at++;
  }
  return places.length === 0 ? [text] : places;
}

function isPosition(text: string): boolean {
  return readPosition(text).positions.length > 0;
}
