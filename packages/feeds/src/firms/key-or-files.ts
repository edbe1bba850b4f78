import type { Change, Feed, FeedContext } from "../values/feed.ts";
import { mergeIntervals } from "../values/merge-intervals.ts";
import { KeyRefused } from "./map-key.ts";
import { latestOf } from "./newest.ts";

/** The state of the feed with the key, and beside it what the open files need. */
interface KeyOrFilesState {
  readonly files?: unknown;
  /** Why the open files were read last; undefined where the key works. */
  readonly refusal?: string | undefined;
}

const stateOf = (state: unknown) => (state ?? {}) as KeyOrFilesState;

/**
 * A source by a key, or by its open files while FIRMS refuses the key. The key is tried again in
 * every reading; the files are asked for at their own pace.
 */
export function keyOrFiles(byKey: Feed, byFiles: Feed): Feed {
  return {
    ...byKey,
    read: (context) => read(byKey, byFiles, context),
    newestAt: (state) =>
      latestOf(byKey.newestAt?.(state), byFiles.newestAt?.(stateOf(state).files)),
    covered: (state) =>
      mergeIntervals([
        ...(byKey.covered?.(state) ?? []),
        ...(byFiles.covered?.(stateOf(state).files) ?? []),
      ]),
    standIn: (state) => stateOf(state).refusal,
  };
}

async function* read(
  byKey: Feed,
  byFiles: Feed,
  context: FeedContext,
): AsyncGenerator<Change, void> {
  let { state } = context;
  try {
    for await (const change of byKey.read(context)) {
      state = change.state;
      yield change;
    }
    return;
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    const { files } = stateOf(context.state);
    const refusal = `${error.message}; its open files are read instead`;
    const readAt = byFiles.covered?.(files).at(-1)?.end ?? Number.NEGATIVE_INFINITY;
    const isSoon = context.now() - readAt < byFiles.minMinutes * 60_000;
    if (isSoon && state === context.state) return;
    for await (const change of byFiles.read({ ...context, state: files }))
      yield { ...change, state: { ...stateOf(state), files: change.state, refusal } };
  }
}
