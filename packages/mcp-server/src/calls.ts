import {
  type CallContext,
  type CallResult,
  callTool,
  catalogue,
  createGeocoder,
} from "@emberline/tools";
import { openExportFolder, openWorkers, pngPictures } from "@emberline/tools/node";
import type { Settings } from "./settings.ts";
import { openUpstream } from "./upstream.ts";

/** Runs the tool of the catalogue that has this name, with what this call has of its own. */
export type Calls = (
  name: string,
  input: unknown,
  own: Pick<CallContext, "signal" | "onRead">,
) => Promise<CallResult>;

/**
 * Calls of tools as the operator set them up. The program loads this, and all that tools need, with
 * its first call.
 */
export async function openCalls({ upstream, roles, geocoder, exports }: Settings): Promise<Calls> {
  const byName = new Map(catalogue.map((tool) => [tool.name, tool]));
  const context = {
    ...(await openUpstream(upstream)),
    now: Date.now,
    workers: openWorkers(),
    pictures: pngPictures,
    ...(roles && { roles }),
    ...(geocoder && { geocoder: createGeocoder(geocoder) }),
    ...(exports && { exports: await openExportFolder(exports.folder, exports) }),
  };
  return (name, input, own) => callTool(byName.get(name)!, input, { ...context, ...own });
}
