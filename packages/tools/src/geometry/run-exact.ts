import type { Geometry } from "@emberline/geo";
import { finishInTurns } from "@emberline/turns";
import { countPositions, type Packed, pack } from "../work/packed.ts";
import type { HeavyContext, HeavyWork } from "../work/workers.ts";

/** Heavy work on exact geometry. */
export type ExactName = "measure" | "simplify" | "unite";

/** Up to this many positions, work is done here: a thread would take longer to start. */
const fewPositions = 200;

/** Positions per task of a thread: about 20 ms of work, so that callers take turns there too. */
const positionsPerPiece = 10_000;

/** Runs one piece of exact geometry, in a thread if the program has any, else here in turns. */
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
 * Divides geometries into pieces for {@link runExact}; a piece exceeds the limit only by one
 * geometry.
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
