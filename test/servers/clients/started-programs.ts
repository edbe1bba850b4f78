import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { cleanEnvironment } from "@emberline/test-support/programs";

/** A command for a client that starts its server itself. */
export interface Program {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** The processes that clients start, each connected to the test as long as it lives. */
export class StartedPrograms {
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => this.#add(socket));
  readonly #running = new Map<Socket, Promise<void>>();
  #count = 0;
  #filesRead = 0;
  #isHeld = false;

  async listen(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  /** Runs a file on this test's Node. */
  program(file: string, args: readonly string[], env: Record<string, string> = {}): Program {
    const { port } = this.#server.address() as AddressInfo;
    const preload = new URL(`preload.mjs?port=${port}`, import.meta.url).href;
    return {
      command: process.execPath,
      args: ["--import", preload, file, ...args],
      env: cleanEnvironment(env),
    };
  }

  /** Programs started from now on do not read their data until it is released. */
  holdData(): void {
    this.#isHeld = true;
  }

  releaseData(): void {
    this.#isHeld = false;
    for (const socket of this.#running.keys()) socket.end();
  }

  /** Waits until all have ended, and returns how many there were and how many files they read. */
  async ended(): Promise<{ count: number; filesRead: number }> {
    await Promise.all(this.#running.values());
    return { count: this.#count, filesRead: this.#filesRead };
  }

  close(): void {
    this.#server.close();
  }

  #add(socket: Socket): void {
    this.#count++;
    const ended = new Promise<void>((resolve) => {
      socket.once("close", () => {
        this.#running.delete(socket);
        resolve();
      });
    });
    this.#running.set(socket, ended);
    // A killed process resets its connection.
    socket.on("error", () => {});
    socket.once("end", () => socket.end());
    socket.on("data", (marks) => {
      this.#filesRead += marks.length;
    });
    socket.write("known");
    if (!this.#isHeld) socket.end();
  }
}
