import type { Program, StartedPrograms } from "./started-programs.ts";

/** An MCP client, and how it connects over the transports that it has. */
export interface ClientUnderTest {
  readonly name: string;
  /** The revision that it agrees on, if it tells. */
  readonly revision?: string;
  stdio?(program: Program): Promise<Connection>;
  /** @param programs for a client that starts a program even for HTTP */
  http?(server: Address, programs: StartedPrograms): Promise<Connection>;
  /** How the client itself refuses an input that a tool's JSON Schema does not allow. */
  readonly ownRefusal?: RegExp;
}

/** A server's MCP endpoint, and what to send with each request. */
interface Address {
  readonly url: string;
  readonly headers: Record<string, string>;
}

export interface Connection {
  readonly revision?: string | undefined;
  listTools(): Promise<string[]>;
  call(tool: string, input: Record<string, unknown>): Promise<Reply>;
  close(): Promise<void>;
}

/** What a client passes on to the model. */
export interface Reply {
  readonly isError: boolean;
  readonly text: string;
  /** The bytes of the picture. */
  readonly picture?: Buffer;
}

interface Result {
  readonly [member: string]: unknown;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

/** The reply in an MCP result. */
export function replyOf(result: Result): Reply {
  const blocks = result.content as Block[];
  const data = blocks.find(({ type }) => type === "image")?.data;
  return {
    isError: result.isError === true,
    text: blocks.find(({ type }) => type === "text")?.text ?? "",
    ...(data !== undefined && { picture: Buffer.from(data, "base64") }),
  };
}
