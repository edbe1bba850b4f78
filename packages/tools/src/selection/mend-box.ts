import { checkBbox, InvalidRequestError } from "@emberline/core";
import { type Bbox, bboxProblem } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { offer } from "../values/offer.ts";

/**
 * Checks a box of the caller.
 *
 * @throws {ToolError} when its numbers are a box in another order (`invalid_input`), with that box,
 *   or are not a box
 */
export function boxOfInput(bbox: readonly number[]): Bbox {
  try {
    return checkBbox(bbox);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const meant = inOrder(bbox);
    if (!meant) throw invalidInput(error.message, "bbox");
    throw invalidInput(
      `bbox ${JSON.stringify(bbox)} ${bboxProblem(bbox)}: the order is west, south, east, north. ${offer({ bbox: meant })}`,
      { argument: "bbox", candidates: [{ value: meant, label: meant.join(", ") }] },
    );
  }
}

/** The box that the numbers are when read in the usual wrong orders; null if none is valid. */
function inOrder(bbox: readonly number[]): readonly number[] | null {
  if (bbox.length !== 4) return null;
  const [a, b, c, d] = bbox as [number, number, number, number];
  const orders = [
    [a, d, c, b],
    // Latitude first.
    [b, a, d, c],
    [b, c, d, a],
    // Longitudes, then latitudes.
    [a, c, b, d],
    // Longitudes from 0 to 360.
    [turned(a), b, turned(c), d],
  ];
  return orders.find((each) => bboxProblem(each) === undefined) ?? null;
}

function turned(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}
