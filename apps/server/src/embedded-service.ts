import { problem } from "@emberline/http-tools";
import type { EmbeddedService } from "@emberline/reference-service";
import type { Handler } from "hono";
import { addressOf, isFromThisMachine } from "./caller.ts";
import type { Settings } from "./read-settings.ts";

/** The path where the embedded service is mounted. */
export const servicePath = "/service";

/**
 * The embedded service for callers over HTTP. It does not use the operator's keys but its own
 * tokens, so other machines may call it only if the operator allows it.
 */
export function embeddedService(
  { serve }: EmbeddedService,
  settings: Pick<Settings, "openService" | "publicUrl" | "trustProxy">,
): Handler {
  const { openService, publicUrl } = settings;
  return (c) => {
    if (!openService && !isFromThisMachine(c, settings)) {
      return problem(
        "forbidden",
        "The embedded service answers only this machine: the operator can open it with --open-service.",
      );
    }
    const baseUrl = openService && publicUrl ? publicUrl + servicePath : undefined;
    return serve(c.req.raw, { address: addressOf(c, settings), baseUrl });
  };
}
