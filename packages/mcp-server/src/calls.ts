import {
  type CallContext,
  CallQueue,
  type CallResult,
  callTool,
  catalogue,
  createGeocoder,
  helpers,
} from "@emberline/tools";
import {
  maxHeldBytes,
  openExportFolder,
  openWorkers,
  pngPictures,
  watchHeap,
} from "@emberline/tools/node";
import type { Settings } from "./common/settings.ts";
import { type OpenOptions, openUpstream } from "./upstream.ts";

export interface Calls {
  /** Runs the catalogue tool of this name, with the call's own context. */
  call(
    name: string,
    input: unknown,
    own: Pick<CallContext, "signal" | "onRead">,
  ): Promise<CallResult>;
  /** Resolves once there is something to answer from. */
  firstReading(onRows: (rows: number) => void): Promise<void>;
  /** Refuses new calls, ends live feeds, and resolves when the running calls have finished. */
  close(): Promise<void>;
}

/**
 * Tool calls with the operator's settings. The program loads this module, and the tools with it, on
 * the first call.
 */
export async function openCalls(settings: Settings, options: OpenOptions): Promise<Calls> {
  const { roles, geocoder, exports, callLimits, shown } = settings;
  const byName = new Map(
    [...catalogue, ...Object.values(helpers)].map((tool) => [tool.name, tool]),
  );
  const queue = new CallQueue({ ...callLimits, maxHeldBytes }, watchHeap());
  const { close, firstReading, ...upstream } = await openUpstream(settings, options);
  const context = {
    ...upstream,
    offered: settings.tools.map(({ name }) => name),
    queue,
    now: Date.now,
    log: options.log.error,
    workers: openWorkers(),
    pictures: pngPictures,
    shown,
    ...(roles && { roles }),
    ...(geocoder && { geocoder: createGeocoder(geocoder) }),
    ...(exports && { exports: await openExportFolder(exports.folder, exports) }),
  };
  return {
    // Object spread would take microseconds per call.
    call: (name, input, own) => callTool(byName.get(name)!, input, Object.assign({}, context, own)),
    firstReading: async (onRows) => firstReading?.(onRows),
    async close() {
      await Promise.all([queue.close(), close()]);
    },
  };
}
