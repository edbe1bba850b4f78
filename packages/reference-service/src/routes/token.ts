import type { Hono } from "hono";
import { authenticate } from "../auth/authenticate.ts";
import { addressOf, type Guards, type ServiceEnv } from "../http/environment.ts";
import { limitedBody } from "../http/forms.ts";
import { Problem } from "../problems.ts";

const maxBodyBytes = 16 * 1024;

/** `POST /v1/token`: exchanges an API client for a bearer token. */
export function tokenRoute(app: Hono<ServiceEnv>, guards: Guards): void {
  const { tokens } = guards;
  app.post("/v1/token", limitedBody(maxBodyBytes), async (context) => {
    const { client_id, client_secret } = await readBody(context.req.raw);
    const attempt = { id: client_id, secret: client_secret, address: addressOf(context) };
    const caller = await authenticate(guards, attempt);
    if (!caller) {
      throw new Problem(401, "invalid-client", "The client_id or the client_secret is wrong.", {
        "WWW-Authenticate": "Bearer",
      });
    }
    const body = {
      access_token: await tokens.issue(caller),
      expires_in: tokens.lifetimeSeconds,
      token_type: "Bearer",
    };
    return context.json(body, 200, { "Cache-Control": "no-store" });
  });
}

async function readBody(request: Request): Promise<{ client_id: string; client_secret: string }> {
  const body: unknown = await request.json().catch(() => undefined);
  const { client_id, client_secret } = (body ?? {}) as Record<string, unknown>;
  if (typeof client_id !== "string" || typeof client_secret !== "string") {
    throw new Problem(
      400,
      "invalid-request",
      "The body must be a JSON object with the texts client_id and client_secret.",
    );
  }
  return { client_id, client_secret };
}
