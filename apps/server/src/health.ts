import { problem } from "@emberline/http-tools";
import { Hono } from "hono";

/** Why the program takes no calls. */
export interface Unready {
  readonly reason: "loading" | "busy" | "upstream_down" | "upstream_refuses" | "stopping";
  readonly sentence: string;
  /** When to ask again. */
  readonly retryAfterSeconds: number;
}

/** Returns why the program cannot take calls, or null if it can. */
export type CheckReadiness = () => Unready | null | Promise<Unready | null>;

/**
 * For load balancers: `GET /healthz` reports that the program is alive, `GET /readyz` whether it
 * takes calls, with a notice if it does with less. Neither needs a key or waits for a call.
 */
export function health(
  check: CheckReadiness,
  notice: () => string | null | Promise<string | null> = () => null,
): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const unready = await check();
    if (unready) return refusal(unready);
    const lack = await notice();
    return c.json({ status: "ready", ...(lack !== null && { notice: lack }) });
  });
  return app;
}

/** Problem details with `reason` as an additional member. */
async function refusal({ reason, sentence, retryAfterSeconds }: Unready): Promise<Response> {
  const later = { "retry-after": String(retryAfterSeconds) };
  const details = problem("not_ready", sentence, later);
  return new Response(JSON.stringify({ ...(await details.json()), reason }), details);
}
