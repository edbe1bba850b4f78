import { problem } from "@emberline/http-tools";
import type { EmbeddedService } from "@emberline/reference-service";
import type { Handler } from "hono";
import { addressOf } from "./caller.ts";
import { isLoopback, type Settings } from "./settings.ts";

/** The path where the embedded service is mounted. */
export const servicePath = "/service";

/**
 * The embedded service for callers over HTTP. It has tokens of its own, not the operator's keys, so
 * other machines may call it only where the operator says so.
 */
export function embeddedService(
  { serve }: EmbeddedService,
  settings: Pick<Settings, "openService" | "publicUrl" | "trustProxy">,
): Handler {
  const { openService, publicUrl } = settings;
  return (c) => {
    const address = addressOf(c, settings);
    if (!openService && (isForwarded(c.req.raw) || !isThisMachine(address))) {
      return problem(
        403,
        "forbidden",
        "The embedded service answers this machine only: its operator can open it with --open-service.",
      );
    }
    const baseUrl = openService && publicUrl ? publicUrl + servicePath : undefined;
    return serve(c.req.raw, { address, baseUrl });
  };
}

/** A proxy on this machine passes on what others ask. */
function isForwarded({ headers }: Request): boolean {
  return ["forwarded", "x-forwarded-for", "via"].some((name) => headers.has(name));
}

function isThisMachine(address: string | undefined): boolean {
  return address !== undefined && isLoopback(address.replace(/^::ffff:/i, ""));
}
