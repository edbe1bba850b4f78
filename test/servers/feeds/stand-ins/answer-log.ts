import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import type { FaultKind, Source } from "./faults.ts";

/** A request to a stand-in, and how it was answered. */
export interface LoggedRequest {
  readonly source: Source;
  /** Path and query, with `KEY` for the key. */
  readonly path: string;
  /** Epoch milliseconds of the simulated time. */
  readonly at: number;
  /** Which of the processes that asked, one after the other: from 0. */
  readonly life: number;
  /** Places in the order of all beginnings of requests, ends of answers, and events. */
  readonly began: number;
  readonly ended: number;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly fault: FaultKind | null;
  /** Whether all of the body was sent. */
  readonly complete: boolean;
  /** The file with the body, in the folder of the log. */
  readonly body: string;
}

/** What else a test notes: a process was killed or ended, or all that was answered is stored. */
export type LoggedEvent = "killed" | "ended" | "settled";

export interface LoggedEntry {
  readonly event: LoggedEvent;
  /** In the order of all requests and answers. */
  readonly place: number;
}

/** The record of all answers in a folder, as the oracle reads it: `log.jsonl` and bodies. */
export class AnswerLog {
  readonly folder: string;
  readonly requests: LoggedRequest[] = [];
  readonly events: LoggedEntry[] = [];
  #places = 0;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, "log.jsonl"), "");
  }

  /** How many processes have ended so far. */
  get life(): number {
    return this.events.filter(({ event }) => event !== "settled").length;
  }

  place(): number {
    return this.#places++;
  }

  /** Keeps a body, and returns the name of its file. */
  keep(body: string): string {
    const name = `${createHash("sha256").update(body).digest("hex").slice(0, 24)}.body`;
    const file = join(this.folder, name);
    if (!existsSync(file)) writeFileSync(file, body);
    return name;
  }

  add(request: LoggedRequest): void {
    this.requests.push(request);
    this.#write(request);
  }

  note(event: LoggedEvent, at: number): void {
    this.events.push({ event, place: this.place() });
    this.#write({ event, at });
  }

  #write(line: object): void {
    appendFileSync(join(this.folder, "log.jsonl"), `${JSON.stringify(line)}\n`);
  }
}
