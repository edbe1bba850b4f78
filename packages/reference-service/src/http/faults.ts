import type { MiddlewareHandler } from "hono";
import { invalidToken, Problem } from "../values/problems.ts";
import type { ServiceEnv } from "./environment.ts";

/** Faults to inject, for client tests. */
type Fault =
  | { kind: "latency"; milliseconds: number }
  | { kind: "too-many-requests"; retryAfterSeconds: number }
  | { kind: "server-error" }
  | { kind: "connection-reset" }
  | { kind: "truncated-body" }
  | { kind: "expired-token" }
  | { kind: "wrong-number-returned" }
  | { kind: "looping-next" }
  /** The next link leads to another origin, such as `http://127.0.0.1:9`. */
  | { kind: "foreign-next"; origin: string };

export type FaultRule = Fault & {
  /** Only requests whose path holds this text; default all. */
  path?: string;
  /** How many requests it affects; default all. */
  times?: number;
};

/** Applies the first rule that matches a request. */
export function faultInjection(rules: readonly FaultRule[]): MiddlewareHandler<ServiceEnv> {
  const left = rules.map((rule) => ({ rule, times: rule.times ?? Number.POSITIVE_INFINITY }));
  return async (context, next) => {
    const { path } = context.req;
    const found = left.find(({ rule, times }) => times > 0 && path.includes(rule.path ?? ""));
    if (!found) return next();
    found.times--;
    await failBefore(found.rule);
    await next();
    const spoiled = await spoil(context.res.clone(), found.rule, context.req.url);
    if (spoiled === undefined) return;
    const { status, headers } = context.res;
    context.res = new Response(spoiled, { status, headers });
  };
}

async function failBefore(fault: Fault): Promise<void> {
  switch (fault.kind) {
    case "latency":
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
      return;
    case "too-many-requests":
      throw new Problem(429, "too-many-requests", "Too many requests (an injected fault).", {
        "Retry-After": String(fault.retryAfterSeconds),
      });
    case "server-error":
      throw new Problem(500, "server-error", "The service failed (an injected fault).");
    case "expired-token":
      throw invalidToken("The bearer token has expired (an injected fault).");
  }
}

/** The body after the fault; undefined if unchanged. */
async function spoil(
  response: Response,
  fault: Fault,
  url: string,
): Promise<string | ReadableStream | undefined> {
  switch (fault.kind) {
    case "connection-reset":
      return new ReadableStream({
        pull: (controller) => controller.error(new Error("connection reset (an injected fault)")),
      });
    case "truncated-body": {
      const text = await response.text();
      return text.slice(0, text.length / 2);
    }
    case "wrong-number-returned": {
      const body = (await response.json()) as { numberReturned: number };
      return JSON.stringify({ ...body, numberReturned: body.numberReturned + 1 });
    }
    case "looping-next":
      return withNext(response, () => url);
    case "foreign-next":
      return withNext(response, (href) => href.replace(new URL(href).origin, fault.origin));
  }
  return undefined;
}

async function withNext(response: Response, change: (href: string) => string): Promise<string> {
  const body = (await response.json()) as { links?: { rel: string; href: string }[] };
  const links = body.links?.map((link) =>
    link.rel === "next" ? { ...link, href: change(link.href) } : link,
  );
  return JSON.stringify({ ...body, links });
}
