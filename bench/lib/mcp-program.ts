import { type ChildOptions, startProgram, stop } from "./child.ts";
import { initialize, initialized, listTools } from "./mcp.ts";
import { stdioRpc } from "./stdio-rpc.ts";

export interface McpProgram extends ChildOptions {
  readonly path: string;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
}

/** A typical configuration; nothing listens there, since listing tools sends no requests. */
export const unusedService = {
  EMBERLINE_BASE_URL: "http://127.0.0.1:9",
  EMBERLINE_CLIENT_ID: "bench",
  EMBERLINE_CLIENT_SECRET: "bench-secret",
};

/** Starts a program and lists its tools over stdio, initializing like common clients. */
export async function openMcp(
  program: McpProgram,
): Promise<{ tools: readonly ListedTool[]; close(): Promise<void> }> {
  const child = startProgram(program.path, program);
  const rpc = stdioRpc(child);
  await rpc.request(initialize);
  rpc.notify(initialized);
  const { tools } = (await rpc.request(listTools)) as { tools: readonly ListedTool[] };
  return { tools, close: () => stop(child) };
}
