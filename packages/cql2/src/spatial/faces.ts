import { outerFace, type PlaneGraph } from "./plane-graph.ts";
import { isStep, type Steps } from "./steps.ts";

/**
 * Numbers the faces: 0 outside; across a half-edge, from right to left, `step` computes the number
 * of the left face. The result does not depend on the starting point.
 */
export function* numberFaces(
  { faceOf, faces }: PlaneGraph,
  step: (numberOnRight: number, half: number) => number,
): Steps<Int32Array> {
  const first = new Uint32Array(faces + 1);
  for (const face of faceOf) first[face + 1]!++;
  for (let face = 0; face < faces; face++) first[face + 1]! += first[face]!;
  yield;
  const halves = new Uint32Array(faceOf.length);
  const filled = first.slice();
  for (let half = 0; half < faceOf.length; half++) halves[filled[faceOf[half]!]!++] = half;
  yield;
  const numbers = new Int32Array(faces);
  const reached = new Uint8Array(faces);
  reached[outerFace] = 1;
  const queue = [outerFace];
  for (const face of queue) {
    for (let at = first[face]!; at < first[face + 1]!; at++) {
      const onward = halves[at]! ^ 1;
      const beyond = faceOf[onward]!;
      if (reached[beyond] === 1) continue;
      reached[beyond] = 1;
      numbers[beyond] = step(numbers[face]!, onward);
      queue.push(beyond);
    }
    if (isStep(face)) yield;
  }
  return numbers;
}
