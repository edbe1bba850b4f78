import type { Circuit } from "@emberline/core";
import type { CallQueue } from "@emberline/tools";
import type { WorkerThreads } from "@emberline/tools/node";
import type { Connections } from "../connections.ts";
import { gauge } from "./gauge.ts";

/** Calls that run and wait, by lane. */
export function observeQueue(queue: CallQueue, until?: AbortSignal): void {
  const description = "Tool calls that run or wait for a free slot.";
  gauge("emberline.queue.calls", { unit: "{call}", description, until }, (observe) => {
    for (const [lane, { running, waiting }] of Object.entries(queue.load)) {
      observe(running, { lane, state: "running" });
      observe(waiting, { lane, state: "waiting" });
    }
  });
}

export function observeConnections(connections: Connections, until?: AbortSignal): void {
  const description = "Open connections, active while a request is not answered.";
  gauge("emberline.server.connections", { unit: "{connection}", description, until }, (observe) => {
    const { active, idle } = connections.load;
    observe(active, { state: "active" });
    observe(idle, { state: "idle" });
  });
}

/** Threads for heavy work, and tasks that wait for one. */
export function observeThreads(workers: WorkerThreads, until?: AbortSignal): void {
  const threads = "Threads for heavy work.";
  gauge(
    "emberline.worker.threads",
    { unit: "{thread}", description: threads, until },
    (observe) => {
      for (const [pool, load] of Object.entries(workers.load)) observe(load.threads, { pool });
    },
  );
  const tasks = "Heavy work that waits for a thread.";
  gauge("emberline.worker.waiting", { unit: "{task}", description: tasks, until }, (observe) => {
    for (const [pool, load] of Object.entries(workers.load)) observe(load.waiting, { pool });
  });
}

const states = ["closed", "half-open", "open"] as const;

/** @param circuits by the name of the upstream client: the operator's, or an entry's */
export function observeCircuits(
  circuits: () => Iterable<readonly [string, Circuit]>,
  until?: AbortSignal,
): void {
  const description = "1 for the current state of the circuit of each upstream client.";
  gauge("emberline.circuit.state", { description, until }, (observe) => {
    for (const [upstream, circuit] of circuits()) {
      for (const state of states) observe(Number(circuit.state === state), { upstream, state });
    }
  });
}
