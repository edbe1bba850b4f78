import { timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import type { Handler } from "hono";
import { keyDigest } from "../access/key-digest.ts";
import type { Settings } from "../read-settings.ts";
import { isFromThisMachine } from "../this-machine.ts";
import type { ProcessMetrics } from "./process-metrics.ts";

const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** `GET /metrics`: with the operator's key for it, or without one only for this machine. */
export function metricsPage(
  metrics: ProcessMetrics,
  settings: Pick<Settings, "metricsKey" | "trustProxy">,
): Handler {
  const key = settings.metricsKey === undefined ? null : keyDigest(settings.metricsKey);
  return async (c) => {
    if (key === null && !isFromThisMachine(c, settings)) {
      return problem(
        "forbidden",
        "The metrics are for this machine only: the operator can open them with EMBERLINE_METRICS_KEY.",
      );
    }
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if (key !== null && !timingSafeEqual(key, keyDigest(shown))) {
      return problem(
        "unauthorized",
        "The key of EMBERLINE_METRICS_KEY is needed: send the header Authorization: Bearer KEY.",
        { "www-authenticate": "Bearer" },
      );
    }
    return new Response(await metrics.text(), { headers: { "content-type": contentType } });
  };
}
