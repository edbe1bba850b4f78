import { TextBody } from "./text-body.ts";

export const eventStreamType = "text/event-stream";

/** Shorter than the time after which common proxies close a silent connection (60 s). */
const heartbeatMs = 15_000;

const comment = ":\n\n";

const headers = {
  "content-type": eventStreamType,
  // A proxy must not collect or compress events either (RFC 9111, 5.2.2.6).
  "cache-control": "no-store, no-transform",
  vary: "accept",
  // nginx collects answers unless told otherwise.
  "x-accel-buffering": "no",
};

/** What a call in a stream of events gets in addition to its context. */
export interface Listener {
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  readonly onRead: (features: number) => void;
}

/** Sends an event of its own; `data` becomes JSON. */
export type Tell = (event: string, data: object) => void;

/**
 * Answers with server-sent events: `progress` while the call reads features, then `result` with its
 * JSON or `error` with problem details. Comments keep the connection open in between.
 *
 * @param caller aborts when the client has left
 * @param answer the call, which never rejects; its response becomes the last event
 */
export function eventStream(
  caller: AbortSignal,
  answer: (listener: Listener, tell: Tell) => Promise<Response>,
): Response {
  const body = new TextBody();
  body.leaveWith(caller);
  let read = 0;
  // A slow reader gets the newest progress, not all of it.
  const onRead = (features: number) => {
    read += features;
    if (body.isWanted) void body.add(event("progress", progressOf(read)));
  };
  const heartbeat = setInterval(() => {
    if (body.isWanted) void body.add(comment);
  }, heartbeatMs);
  const run = async () => {
    const tell: Tell = (name, data) => void body.add(event(name, JSON.stringify(data)));
    const response = await answer({ signal: body.left, onRead }, tell);
    void body.add(event(response.ok ? "result" : "error", await response.text()));
    clearInterval(heartbeat);
    body.end();
  };
  // The headers arrive before the call has an answer.
  void body.add(comment);
  void run();
  return new Response(body.stream, { headers });
}

/** The same as in the notifications of MCP. */
function progressOf(read: number): string {
  return JSON.stringify({ progress: read, message: `${read} features read` });
}

/** @param data JSON, which has no line ends */
function event(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}
