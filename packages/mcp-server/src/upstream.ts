import { type Client, createClient } from "@emberline/core";
import type { LiveSettings } from "@emberline/reference-service/live-settings";
import {
  boxOfArea,
  cursorKeyOf,
  type LayerSettings,
  openClient,
  openServices,
  secretOf,
  syntheticDataNotice,
} from "@emberline/tools";
import { bodyLimits } from "@emberline/tools/node";
import type { Log } from "./common/log.ts";
import type { Settings } from "./common/settings.ts";

export interface Upstream {
  readonly client: Client;
  /** Signs cursors; equal in all processes that use the same API client. */
  readonly cursorKey: Uint8Array;
  readonly notices: readonly string[];
  /** Collections of layers that the operator chose. */
  readonly layers?: LayerSettings;
  /** Of live feeds: resolves once there is something to answer from. */
  firstReading?(onRows: (rows: number) => void): Promise<void>;
  /** Ends live feeds, if any. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly log: Log;
  /** Called while data is loaded. */
  onLoaded?(features: number): void;
}

/** A client of the operator's service or services, or of one embedded in this process. */
export async function openUpstream(
  {
    upstream,
    circuitFailures,
    roles,
  }: Pick<Settings, "upstream" | "circuitFailures"> & Partial<Pick<Settings, "roles">>,
  options: OpenOptions,
): Promise<Upstream> {
  const { log } = options;
  if ("baseUrl" in upstream) {
    const cursorKey = cursorKeyOf(secretOf(upstream));
    const { client } = openClient(upstream, circuitFailures, log.warning, {
      roles,
      bodyLimits,
    });
    return { client, cursorKey, notices: [], close: async () => undefined };
  }
  if ("services" in upstream) {
    const { client, layers, notices, secret } = await openServices(upstream.services, {
      circuitFailures,
      roles,
      log: log.warning,
      optionsOf: () => ({ bodyLimits }),
      async embed(data) {
        const { embedded, isSynthetic } = await openEmbedded({ data }, options);
        return { client: createClient(embedded), secret: () => embedded.clientSecret, isSynthetic };
      },
    });
    const close = async () => undefined;
    return { client, layers, notices, cursorKey: cursorKeyOf(secret()), close };
  }
  const { embedded, isSynthetic, close } = await openEmbedded(upstream, options);
  return {
    client: createClient(embedded),
    cursorKey: cursorKeyOf(embedded.clientSecret),
    notices: isSynthetic ? [syntheticDataNotice] : [],
    firstReading: embedded.firstReading,
    close,
  };
}

async function openEmbedded(
  own: {
    readonly data: string | undefined;
    readonly synthetic?: boolean;
    readonly live?: LiveSettings | null;
  },
  { log, onLoaded }: OpenOptions,
) {
  const { embed } = await import("@emberline/reference-service");
  const embedding = embed({
    ...own,
    resolveArea: boxOfArea,
    log: log.error,
    onLive: log.warning,
    onLoaded,
  });
  const { synthetic: isSynthetic, lines, close, ...embedded } = await embedding;
  lines.forEach(log.info);
  return { embedded, isSynthetic, close };
}
