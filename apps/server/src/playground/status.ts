import { syntheticDataNotice, type ToolError } from "@emberline/tools";
import type { Handler } from "hono";
import { needsCredentials } from "../access/access-guard.ts";
import type { Settings } from "../read-settings.ts";
import type { Surfaces } from "../surfaces.ts";
import type { Upstream } from "../upstream.ts";

/**
 * What the playground shows of the server and of its data: where it is, which models its page may
 * call, and what the service has. `service` is "down" if the service did not say.
 */
export function status(settings: Settings, surfaces: Surfaces, { notices }: Upstream): Handler {
  const isSynthetic = notices.includes(syntheticDataNotice);
  const { chatOrigins, publicUrl } = settings;
  const ofServer = {
    key_required: needsCredentials(settings),
    chat_origins: chatOrigins === "*" ? ["*"] : chatOrigins,
  };
  return async (c) => {
    const result = await surfaces.dataStatus(c);
    const address = publicUrl ?? new URL(c.req.url).origin;
    const data = result.ok
      ? { service: "ready", ...result.output }
      : lack(result.error, isSynthetic);
    c.header("cache-control", "no-store");
    return c.json({ ...ofServer, address, ...data });
  };
}

function lack({ code, message }: ToolError, isSynthetic: boolean) {
  if (code !== "not_allowed") return { service: "down", reason: message };
  // The tools of the caller show no collections.
  return { service: "ready", ...(isSynthetic && { data: "synthetic" }), collections: [] };
}
