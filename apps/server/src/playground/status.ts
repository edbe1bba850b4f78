import type { ToolError } from "@emberline/tools";
import type { Handler } from "hono";
import { needsCredentials } from "../access/access-guard.ts";
import type { Settings } from "../read-settings.ts";
import type { Surfaces } from "../surfaces.ts";

/**
 * What the playground shows of the server and of its data: where it is, which models its page may
 * call, and what the service has. `service` is "down" if the service did not say.
 */
export function status(settings: Settings, surfaces: Surfaces): Handler {
  const { chatOrigins, publicUrl } = settings;
  const ofServer = {
    key_required: needsCredentials(settings),
    chat_origins: chatOrigins === "*" ? ["*"] : chatOrigins,
  };
  return async (c) => {
    const result = await surfaces.dataStatus(c);
    const address = publicUrl ?? new URL(c.req.url).origin;
    const data = result.ok ? { service: "ready", ...result.output } : lack(result.error);
    c.header("cache-control", "no-store");
    return c.json({ ...ofServer, address, ...data });
  };
}

function lack({ code, message }: ToolError) {
  // The tools of the caller show no collections.
  return code === "not_allowed"
    ? { service: "ready", collections: [] }
    : { service: "down", reason: message };
}
