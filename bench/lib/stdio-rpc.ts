import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** A JSON-RPC connection to a child process, one message per line. */
export interface StdioRpc {
  /** Sends a request and resolves with the result of its answer. */
  request(message: { id: number; [member: string]: unknown }): Promise<unknown>;
  notify(message: object): void;
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export function stdioRpc({ stdin, stdout, spawnargs }: ChildProcess): StdioRpc {
  if (!stdin || !stdout) throw new Error("the child's stdin and stdout must be pipes");
  const waiting = new Map<unknown, { resolve(line: Answer): void; reject(error: Error): void }>();
  const lines = createInterface({ input: stdout });
  lines.on("line", (line) => {
    const answer: Answer = JSON.parse(line);
    waiting.get(answer.id)?.resolve(answer);
  });
  lines.on("close", () => {
    for (const { reject } of waiting.values()) {
      reject(new Error(`${spawnargs.join(" ")} ended without an answer`));
    }
  });
  const notify = (message: object) => void stdin.write(`${JSON.stringify(message)}\n`);
  return {
    notify,
    async request(message) {
      const answer = new Promise<Answer>((resolve, reject) => {
        waiting.set(message.id, { resolve, reject });
      });
      notify(message);
      const { result, error } = await answer.finally(() => waiting.delete(message.id));
      if (error !== undefined) throw new Error(`${spawnargs.join(" ")}: ${JSON.stringify(error)}`);
      return result;
    },
  };
}
