import {
  AuthenticationError,
  type EmberlineError,
  type ErrorDetails,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  ResponseError,
  ServiceError,
} from "../values/errors.ts";

/** The body of a 200 answer is not JSON; the message is the body. */
export class UnreadableBody extends Error {}

/** Reads a body as JSON. Throws `UnreadableBody`. */
export async function readJson(
  body: ResponseBody,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  const text = await body.text();
  try {
    return await parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's message would quote the body, which may contain a token; the caller masks it.
    throw new UnreadableBody(text);
  }
}

/** The service's `code` and its `description` or `message`, if present in the body. */
export function readErrorBody(text: string): { serviceCode?: string; description?: string } {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null) return {};
    const { code, description, message } = body as Record<string, unknown>;
    const said = description ?? message;
    return {
      ...(typeof code === "string" && { serviceCode: code }),
      ...(typeof said === "string" && { description: said }),
    };
  } catch {
    return {};
  }
}

/** At most 200 characters in quotes, without markup and control characters. */
export function excerpt(text: string): string {
  const plain = text
    .slice(0, 4000)
    .replace(/<(script|style|head)\b.*?<\/\1>/gis, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  if (plain === "") return "an empty body";
  return JSON.stringify(plain.length > 200 ? `${plain.slice(0, 200)}…` : plain);
}

/** The error for a status. */
export function errorOfStatus(
  status: number,
  message: string,
  details: ErrorDetails,
): EmberlineError {
  if (status === 401 || status === 403) return new AuthenticationError(message, details);
  if (status === 404 || status === 410) return new NotFoundError(message, details);
  if (status === 429) return new RateLimitedError(message, details);
  if (status === 408 || status >= 500) return new ServiceError(message, details);
  if (status >= 400) return new InvalidRequestError(message, details);
  return new ResponseError(message, details);
}

/** Whether a retry of the same request may succeed. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** Limits for decompressed response bodies in memory, in bytes. */
export interface BodyLimits {
  /** Of one response. */
  maxBytes: number;
  /** Of all responses of the client that are being read at the same time. */
  maxTotalBytes: number;
}

export const defaultBodyLimits: BodyLimits = {
  maxBytes: 128 * 2 ** 20,
  maxTotalBytes: 512 * 2 ** 20,
};

/** A body exceeds a limit; the message says which. */
export class TooLargeBody extends Error {}

/** A response body, read within the limits. */
export interface ResponseBody {
  readonly response: Response;
  text(): Promise<string>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Reads response bodies within the limits of one client. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #totalBytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** `text` and `bytes` reject with `TooLargeBody`, and stop reading. */
  open(response: Response, maxBytes = this.#limits.maxBytes): ResponseBody {
    return {
      response,
      bytes: async () => {
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        await this.#read(response, maxBytes, (chunk) => chunks.push(chunk));
        return new Uint8Array(await new Blob(chunks).arrayBuffer());
      },
      text: async () => {
        const stated = this.#stated(response);
        if (stated !== undefined) {
          try {
            this.#add(stated, stated, maxBytes);
            return await response.text();
          } finally {
            this.#totalBytes -= stated;
          }
        }
        const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
        let text = "";
        await this.#read(response, maxBytes, (chunk) => {
          // Between characters, a call without `stream` is several times as fast.
          text += decoder.decode(chunk, { stream: (chunk.at(-1) ?? 128) > 127 });
        });
        return (text + decoder.decode()).replace(/^\ufeff/, "");
      },
    };
  }

  /** HTTP enforces a stated length, unless the body is compressed. */
  #stated({ headers }: Response): number | undefined {
    const stated = headers.get("content-length") ?? "";
    return /^\d+$/.test(stated) && !headers.has("content-encoding") ? Number(stated) : undefined;
  }

  async #read(
    response: Response,
    maxBytes: number,
    onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
  ): Promise<void> {
    const reader = response.body?.getReader();
    if (!reader) return;
    let ownBytes = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        ownBytes += value.byteLength;
        this.#add(value.byteLength, ownBytes, maxBytes);
        onChunk(value);
      }
    } catch (error) {
      reader.cancel(error).catch(() => {});
      throw error;
    } finally {
      this.#totalBytes -= ownBytes;
    }
  }

  /** Counts bytes, even those beyond the limit: the caller subtracts them when it is done. */
  #add(bytes: number, ownBytes: number, maxBytes: number): void {
    this.#totalBytes += bytes;
    const { maxTotalBytes } = this.#limits;
    if (ownBytes > maxBytes) throw new TooLargeBody(`is larger than ${inMiB(maxBytes)}`);
    if (this.#totalBytes > maxTotalBytes)
      throw new TooLargeBody(`with others is larger than ${inMiB(maxTotalBytes)} together`);
  }
}

/**
 * The body of a response as text.
 *
 * @throws {Error} when it is larger; then it is not read to its end
 */
export function readText(response: Response, maxBytes: number): Promise<string> {
  return new BodyReader({ maxBytes, maxTotalBytes: maxBytes }).open(response).text();
}

function inMiB(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}
