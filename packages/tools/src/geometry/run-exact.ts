import type { Geometry } from "@emberline/geo";
import { finishInTurns } from "@emberline/turns";
import { countPositions, type Packed, pack } from "../work/packed.ts";
import type { HeavyContext, HeavyWork } from "../work/workers.ts";

/** The kinds of heavy work that are exact geometry. */
export type ExactName = "measure" | "simplify" | "unite";

/** What has no more positions is done here, before a thread would have begun. */
const fewPositions = 200;

/**
 * Positions that a thread is given at a time: some 20 ms of work, so
 * that callers take turns there too.
 */
const positionsPerPiece = 10_000;

/** Does one piece of exact geometry: in a thread where the program has one, else here, in turns. */
export async function runExact<Name extends ExactName>(
  name: Name,
  outlines: Packed,
  { workers, pause, signal }: HeavyContext,
): Promise<HeavyWork[Name]["output"]> {
  if (workers && outlines.positions.length > fewPositions * 2)
    return workers.run(name, outlines, signal);
  const { exactSteps } = await import("./exact.ts");
  return finishInTurns<HeavyWork[ExactName]["output"]>(exactSteps[name](outlines), pause);
}

/**
 * Cuts a list of geometries into pieces for {@link runExact}: none empty, and none much too
 * large but for a single geometry.
 */
export function* piecesOf(
  geometries: Iterable<Geometry>,
): Generator<{ readonly geometries: readonly Geometry[]; readonly packed: Packed }> {
  let piece: Geometry[] = [];
  let positions = 0;
  for (const geometry of geometries) {
    const count = countPositions(geometry);
    if (piece.length > 0 && positions + count > positionsPerPiece) {
      yield { geometries: piece, packed: pack(piece) };
      [piece, positions] = [[], 0];
    }
    piece.push(geometry);
    positions += count;
  }
  if (piece.length > 0) yield { geometries: piece, packed: pack(piece) };
}
