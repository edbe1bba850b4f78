import { setTimeout as sleep } from "node:timers/promises";
import { type EndlessService, startEndlessService } from "@emberline/test-support/endless-service";
import { type Retained, resources, retained, usage } from "../lib/child.ts";
import type { Line, Row } from "../lib/row.ts";
import { openServer, openStdio, type Program, type Surface } from "../lib/surfaces.ts";

const calls = 1000;
/** By then every surface has been used, and compilers have run. */
const firstCalls = 200;
/** Calls at the same time: of a program with few slots, so that some are cancelled in its queue. */
const lanes = 6;
const slots = 4;
/** The latest moment of a cancellation: after this page, or this long in the queue. */
const latest = { page: 8, queuedMs: 20 };
const idleMs = 1000;
/** The end of a connection may be read after a later request on another. */
const graceMs = 100;

/** Calls that are cancelled at random moments, on every surface: what is left of them. */
export const cancelled: Row = {
  name: "cancelled",
  async run() {
    const service = await startEndlessService();
    const env = { ...service.env, EMBERLINE_MAX_CALLS: String(slots) };
    const programs = await Promise.all([
      openServer({ env }),
      openStdio("2026-07-28", { env }),
      openStdio("2025-11-25", { env }),
    ]);
    try {
      const first = await cancelCalls(programs, service, 0, firstCalls);
      const before = await Promise.all(programs.map(stateOf));
      const rest = await cancelCalls(programs, service, firstCalls, calls);
      const after = await Promise.all(programs.map(stateOf));
      const lost = await Promise.all(programs.map((program) => slotsLost(program, service)));
      return [
        count(
          "",
          first.after + rest.after,
          `pages requested later than ${graceMs} ms after ${calls} calls were cancelled`,
          {
            pages: first.before + rest.before,
          },
        ),
        count("-open", sum(after, before, openOf), "sockets, timers and others open since then", {
          before: JSON.stringify(before.map(({ open }) => open)),
          emberline: JSON.stringify(after.map(({ open }) => open)),
        }),
        count(
          "-slots",
          lost.reduce((a, b) => a + b),
          "places for calls lost",
          {
            programs: programs.length,
            slots,
          },
        ),
        cpuLine(programs, after),
        heapLine(programs, before, after),
      ];
    } finally {
      await Promise.all(programs.map((program) => program.close()));
      await service.close();
    }
  },
};

interface Pages {
  /** Requested before the cancellation was read. */
  readonly before: number;
  readonly after: number;
}

/** Makes the calls with these numbers, and cancels them. */
async function cancelCalls(
  programs: readonly Program[],
  service: EndlessService,
  from: number,
  to: number,
): Promise<Pages> {
  const surfaces = programs.flatMap((program) => program.surfaces);
  const pages = { before: 0, after: 0 };
  let next = from;
  const lane = async () => {
    while (next < to) {
      const n = next++;
      const { before, after } = await cancelOne(surfaces[n % surfaces.length]!, service, n);
      pages.before += before;
      pages.after += after;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return pages;
}

async function cancelOne(surface: Surface, service: EndlessService, n: number): Promise<Pages> {
  // A box of its own identifies the call in requests for pages.
  const bbox = [10 + n / 1000, 49, 12, 51];
  const cancel = new AbortController();
  const ended = surface
    .call("summarize_features", { collection: "svc:hotspots", bbox }, cancel.signal)
    .then(
      (text) => {
        if (!cancel.signal.aborted) throw new Error(`${surface.name}: ${text.slice(0, 200)}`);
      },
      (error: unknown) => {
        if (!cancel.signal.aborted) throw error;
      },
    );
  const page = Math.floor(Math.random() * (latest.page + 1));
  if (page === 0) await sleep(Math.random() * latest.queuedMs);
  else await Promise.race([service.reachedOf(bbox, page), ended]);
  cancel.abort();
  await ended;
  await sleep(graceMs);
  const another = () => surface.call("list_collections", {});
  await another();
  const before = service.pagesOf(bbox);
  // Its answer shows that the surface went on meanwhile.
  await another();
  return { before, after: service.pagesOf(bbox) - before };
}

interface State {
  readonly open: Readonly<Record<string, number>>;
  readonly memory: Retained;
  /** CPU time while nothing was asked, in milliseconds. */
  readonly idleCpuMs: number;
}

async function stateOf({ child }: Program): Promise<State> {
  const memory = await retained(child);
  const { cpuUs } = await usage(child);
  await sleep(idleMs);
  const idleCpuMs = ((await usage(child)).cpuUs - cpuUs) / 1000;
  return { open: await resources(child), memory, idleCpuMs };
}

/** Of the places for calls, how many never came free. */
async function slotsLost({ surfaces }: Program, service: EndlessService): Promise<number> {
  const leave = new AbortController();
  const boxes = Array.from({ length: slots }, (_, i) => [30 + i, 49, 40, 51]);
  const running = boxes.map((bbox, i) =>
    surfaces[i % surfaces.length]!.call(
      "summarize_features",
      { collection: "svc:hotspots", bbox },
      leave.signal,
    ).catch(() => {}),
  );
  const begun = await Promise.all(
    boxes.map((bbox, i) =>
      Promise.race([service.reachedOf([...bbox], 1).then(() => 1), running[i]!.then(() => 0)]),
    ),
  );
  leave.abort();
  await Promise.all(running);
  return slots - begun.reduce((a, b) => a + b);
}

/** Sockets that wait for the next request come and go; what grows with the calls is left. */
function openOf({ open }: State): number {
  return Object.values(open).reduce((a, b) => a + b, 0);
}

function sum(after: readonly State[], before: readonly State[], of: (state: State) => number) {
  const growth = after.map((state, i) => Math.max(0, of(state) - of(before[i]!)));
  return growth.reduce((a, b) => a + b, 0);
}

function count(
  suffix: string,
  value: number,
  unit: string,
  measured: Readonly<Record<string, number | string>>,
): Line {
  return {
    name: `cancelled${suffix}`,
    value,
    unit,
    goal: { kind: "≤", bound: 0 },
    measured: { unit: "count", emberline: value, ...measured },
  };
}

/** Of the program that uses most. */
function cpuLine(programs: readonly Program[], states: readonly State[]): Line {
  const all = programs.map(({ name }, i) => [name, states[i]!.idleCpuMs] as const);
  const [name, value] = all.toSorted(([, a], [, b]) => b - a)[0]!;
  return {
    name: "cancelled-cpu",
    value,
    unit: `ms of CPU in an idle second after them, ${name}`,
    goal: { kind: "≤", bound: 50 },
    measured: { unit: "ms", ...Object.fromEntries(all) },
  };
}

/** Of the program that grows most. */
function heapLine(
  programs: readonly Program[],
  before: readonly State[],
  after: readonly State[],
): Line {
  const all = programs.map(({ name }, i) => {
    const [baseline, emberline] = [dataMB(before[i]!), dataMB(after[i]!)];
    return { name, baseline, emberline, growth: emberline / baseline };
  });
  const { name, baseline, emberline, growth } = all.toSorted((a, b) => b.growth - a.growth)[0]!;
  return {
    name: "cancelled-heap",
    value: growth,
    unit: `× after ${firstCalls} of them, compiled code apart, ${name}`,
    goal: { kind: "≤", bound: 1.05 },
    measured: { unit: "MB", baseline, emberline },
  };
}

function dataMB({ memory: { heapBytes, codeBytes } }: State): number {
  return (heapBytes - codeBytes) / 1e6;
}
