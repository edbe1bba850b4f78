import type { Pause } from "@emberline/turns";
import type { TimedFeature } from "../store/feature-store.ts";
import { copiedColumns, type FeatureMarks, featureLine } from "./feature-line.ts";
import type { Transaction } from "./rows.ts";

const blockLength = 1 << 16;

/** A feature with what its table has besides. */
export type MarkedFeature = FeatureMarks & {
  readonly feature: TimedFeature;
  /** The number of the file that it came from; none of a feed. */
  readonly load: number | null;
};

/**
 * Streams features into a table.
 * @param cells of the features, of a table over several nodes
 * @throws {Error} when a feature cannot be stored; its transaction must end then
 */
export async function copyFeatures(
  transaction: Transaction,
  table: string,
  features: readonly MarkedFeature[],
  pause: Pause,
  cells?: readonly number[],
): Promise<void> {
  if (features.length === 0) return;
  const columns = `${cells ? "cell, " : ""}load, ${copiedColumns}`;
  const into = await transaction.unsafe(`COPY ${table} (${columns}) FROM STDIN`).writable();
  let refusal: Error | undefined;
  into.on("error", (error) => {
    refusal ??= error;
  });
  try {
    for (const block of blocksOf(linesOf(features, cells))) {
      await new Promise<void>((resolve, reject) => {
        into.write(block, (error) => (error ? reject(refusal ?? error) : resolve()));
      });
      const pausing = pause();
      if (pausing) await pausing;
    }
  } catch (error) {
    into.destroy(new Error("The features are not complete."));
    throw error;
  }
  into.end();
  await hasEnded(transaction);
}

/** The driver passes on no error of the end of COPY: the next statement of the transaction does. */
async function hasEnded(transaction: Transaction): Promise<void> {
  try {
    await transaction.unsafe("SELECT");
  } catch (error) {
    if ((error as { code?: unknown }).code !== abortedCode) throw error;
    throw new Error("The database refused to store features: its log says why.");
  }
}

const abortedCode = "25P02";

function* linesOf(
  features: readonly MarkedFeature[],
  cells: readonly number[] | undefined,
): Generator<string> {
  for (const [i, { feature, load, ...marks }] of features.entries()) {
    const cell = cells ? `${cells[i]!}\t` : "";
    yield `${cell}${load ?? "\\N"}\t${featureLine(feature, marks)}`;
  }
}

function* blocksOf(lines: Iterable<string>): Generator<string> {
  let block = "";
  for (const line of lines) {
    block += line;
    if (block.length < blockLength) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}
