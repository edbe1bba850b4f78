import type { ReferenceService } from "../service.ts";

/**
 * `GET /readyz` for load balancers: 200 while the database answers, with the names of nodes that
 * are away, since what lies on the others is served and every other replica lacks the same nodes.
 */
export async function readiness({ nodes }: Pick<ReferenceService, "nodes">): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  try {
    const all = await nodes();
    const away = all.flatMap(({ name, isAway }) => (isAway ? [name] : []));
    const notice = `Nodes that are away: ${away.join(", ")}. Requests that need them get 503.`;
    return Response.json({ status: "ready", ...(away.length > 0 && { notice }) }, { headers });
  } catch {
    const notice = "The database does not answer.";
    return Response.json({ status: "not ready", notice }, { status: 503, headers });
  }
}
