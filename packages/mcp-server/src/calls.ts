import {
  type CallContext,
  CallQueue,
  type CallResult,
  callTool,
  catalogue,
  createGeocoder,
} from "@emberline/tools";
import { openExportFolder, openWorkers, pngPictures } from "@emberline/tools/node";
import type { Settings } from "./settings.ts";
import { openUpstream } from "./upstream.ts";

export interface Calls {
  /** Runs the tool of the catalogue that has this name, with what this call has of its own. */
  call(
    name: string,
    input: unknown,
    own: Pick<CallContext, "signal" | "onRead">,
  ): Promise<CallResult>;
  /** Refuses calls from now on, and resolves when those that run have ended. */
  close(): Promise<void>;
}

/**
 * Calls of tools as the operator set them up. The program loads this, and all that tools need, with
 * its first call.
 */
export async function openCalls({
  upstream,
  roles,
  geocoder,
  exports,
  callLimits,
}: Settings): Promise<Calls> {
  const byName = new Map(catalogue.map((tool) => [tool.name, tool]));
  const queue = new CallQueue(callLimits);
  const context = {
    ...(await openUpstream(upstream)),
    queue,
    now: Date.now,
    workers: openWorkers(),
    pictures: pngPictures,
    ...(roles && { roles }),
    ...(geocoder && { geocoder: createGeocoder(geocoder) }),
    ...(exports && { exports: await openExportFolder(exports.folder, exports) }),
  };
  return {
    call: (name, input, own) => callTool(byName.get(name)!, input, { ...context, ...own }),
    close: () => queue.close(),
  };
}
