import { request } from "node:http";

/** How a request ended; `status` is null if it did not. */
export interface Ended {
  readonly status: number | null;
  readonly text: string;
}

/** One caller of a server, identified by its key. */
export class Caller {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(origin: string, key: string) {
    this.origin = origin;
    this.headers = {
      "content-type": "application/json",
      accept: "application/json",
      authorization: `Bearer ${key}`,
    };
  }

  call(tool: string, input: object, accept?: string): Promise<Ended> {
    return this.post(`/tools/${tool}`, JSON.stringify(input), accept);
  }

  async post(path: string, body: string, accept?: string, signal?: AbortSignal): Promise<Ended> {
    const headers = { ...this.headers, ...(accept && { accept }) };
    try {
      const response = await fetch(this.origin + path, {
        method: "POST",
        headers,
        body,
        ...(signal && { signal }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      // Closing the connection is an answer too.
      return { status: null, text: "" };
    }
  }

  /** Asks for all rows and reads none of them. */
  leaveUnread(tool: string, input: object, ms: number): Promise<null> {
    return new Promise((resolve) => {
      const headers = { ...this.headers, accept: "application/x-ndjson" };
      const asked = request(`${this.origin}/tools/${tool}`, { method: "POST", headers });
      const end = () => {
        asked.destroy();
        resolve(null);
      };
      asked.on("error", end);
      asked.on("response", (response) => response.on("error", end).pause());
      asked.end(JSON.stringify(input));
      setTimeout(end, ms);
    });
  }
}
