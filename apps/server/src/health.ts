import { problem } from "@emberline/http-tools";
import { Hono } from "hono";

/** Returns why the program cannot take calls, as a sentence, or null if it can. */
export type CheckReadiness = () => string | null | Promise<string | null>;

/**
 * For load balancers: `GET /healthz` reports that the program is alive, `GET /readyz` whether it
 * takes calls. Neither needs a key or waits for a call.
 */
export function health(check: CheckReadiness): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const reason = await check();
    return reason === null
      ? c.json({ status: "ready" })
      : problem("not_ready", reason, { "retry-after": "5" });
  });
  return app;
}
