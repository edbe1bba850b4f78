import type { Geometry } from "@emberline/geo";
import { countPositions, type Packed, pack } from "../work/packed.ts";
import type { HeavyContext, HeavyWork, Input, Output } from "../work/workers.ts";

type ExactWork = Pick<HeavyWork, "measure" | "simplify" | "unite">;

/** What has no more positions is done here, before a thread would have begun. */
const fewPositions = 200;

/** Positions of one piece of work: in a thread what takes some 100 ms, here what takes a few. */
const positionsPerPiece = { thread: 10_000, here: 200 };

/** Runs one piece of exact geometry: in a thread where the program has one, else here. */
export async function runExact<Name extends keyof ExactWork>(
  name: Name,
  outlines: Packed,
  { workers, pause, signal }: HeavyContext,
): Promise<Output<Name>> {
  if (workers && outlines.positions.length > fewPositions * 2)
    return workers.run(name, outlines as Input<Name>, signal);
  await pause();
  const exact: ExactWork = await import("./exact.ts");
  return (await exact[name](outlines)) as Output<Name>;
}

/** Cuts a list of geometries into pieces for {@link runExact}: none empty, and none much too large but for a single geometry. */
export function* piecesOf(
  geometries: Iterable<Geometry>,
  { workers }: HeavyContext,
): Generator<{ readonly geometries: readonly Geometry[]; readonly packed: Packed }> {
  const most = workers ? positionsPerPiece.thread : positionsPerPiece.here;
  let piece: Geometry[] = [];
  let positions = 0;
  for (const geometry of geometries) {
    const count = countPositions(geometry);
    if (piece.length > 0 && positions + count > most) {
      yield { geometries: piece, packed: pack(piece) };
      [piece, positions] = [[], 0];
    }
    piece.push(geometry);
    positions += count;
  }
  if (piece.length > 0) yield { geometries: piece, packed: pack(piece) };
}
