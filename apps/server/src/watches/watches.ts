import { randomBytes } from "node:crypto";
import type { Look } from "@emberline/mcp-server";
import type { CallResult } from "@emberline/tools";
import pLimit from "p-limit";
import type { AllowedAddresses } from "./addresses.ts";
import { lookOf, type WatchDefinition } from "./definition.ts";
import type { Rows } from "./news.ts";
import { type Message, type Outcome, refusalOf, send } from "./send.ts";
import type { WatchStore } from "./store.ts";
import {
  idOfName,
  newState,
  standardDelaysMs,
  type WatchRecord,
  WatchRefused,
  WatchRun,
} from "./watch.ts";

/** What the polls of a caller's areas see. */
export interface Sight {
  /** Joins the polls of these arguments of `watch_area`. */
  join(input: object, listener: { onLook(look: Look): void; isHeard(): boolean }): () => void;
  /** Calls `watch_area`. */
  look(input: object, signal: AbortSignal): Promise<CallResult>;
  /** Aborts when the caller has no access any more. */
  readonly ended?: AbortSignal | undefined;
}

export interface WatchesOptions {
  readonly store: WatchStore;
  /** The operator's own, from the file. */
  readonly own: readonly WatchDefinition[];
  /** How many a caller may register. */
  readonly maxPerCaller: number;
  readonly addresses: AllowedAddresses;
  readonly userAgent: string;
  readonly log: (text: string) => void;
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Who owns the watches of the file. */
export const operator = "operator";

const maxAll = 1000;
const maxSends = 16;
const maxLooks = 4;
/** The specification advises 15 to 30 s. */
const defaultTimeoutMs = 15_000;
/** How often access that an owner has lost is looked for. */
const accessMs = 5000;

interface Kept {
  readonly run: WatchRun;
  leave: () => void;
}

/** All watches of the program, and where they are kept. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #all = new Map<string, Kept>();
  readonly #ending = new AbortController();
  readonly #limit = pLimit(maxSends);
  readonly #looks = pLimit(maxLooks);
  #sightOf: (owner: string) => Sight | null = () => null;
  #isRunning = false;
  #begun: Promise<void> = Promise.resolve();

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  /**
   * Begins once no other process has the watches; what was on its way is sent.
   *
   * @param sightOf null while the owner has no access
   */
  start(sightOf: (owner: string) => Sight | null): void {
    this.#sightOf = sightOf;
    this.#begun = this.#open().catch((error: unknown) => {
      if (this.#ending.signal.aborted) return;
      this.#options.log(`watches cannot be kept: ${(error as Error).message}`);
    });
  }

  /** Whether this process runs the watches. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  of(owner: string): WatchRecord[] {
    const records = [...this.#all.values()].map(({ run }) => run.record);
    return records.filter((record) => record.owner === owner);
  }

  get(id: string, owners: readonly string[]): WatchRecord | null {
    const record = this.#all.get(id)?.run.record;
    return record && owners.includes(record.owner) ? record : null;
  }

  /** @throws {WatchRefused} when it cannot be, with the code of a problem */
  async add(definition: WatchDefinition, owner: string): Promise<WatchRecord> {
    const { maxPerCaller, addresses } = this.#options;
    const own = this.of(owner);
    const to = new URL(definition.send_to.url);
    if (!addresses.mayBeAllowed(to))
      throw new WatchRefused("invalid_input", `send_to.url: ${refusalOf(to)}.`);
    if (own.some(({ definition: { name } }) => name === definition.name))
      throw new WatchRefused(
        "invalid_input",
        "You have a watch of this name: delete it first, or give another name.",
      );
    if (own.length >= maxPerCaller)
      throw new WatchRefused(
        "too_many_requests",
        `You have ${maxPerCaller} watches, the most for a caller: delete one first.`,
      );
    if (this.#all.size >= maxAll)
      throw new WatchRefused("too_many_requests", `The server has ${maxAll} watches, its most.`);
    const record: WatchRecord = {
      id: `wch_${randomBytes(12).toString("hex")}`,
      owner,
      createdAt: new Date().toISOString(),
      definition,
      secret: definition.send_to.secret ?? newSecret(),
      state: newState,
    };
    const run = this.#runOf(record);
    // Its place is taken while it is read for the first time.
    const kept: Kept = { run, leave: () => {} };
    this.#all.set(record.id, kept);
    try {
      await run.begin();
    } catch (error) {
      this.#all.delete(record.id);
      throw error;
    }
    this.#attach(record.id, kept);
    return run.record;
  }

  async remove(id: string): Promise<void> {
    const kept = this.#all.get(id);
    if (!kept) return;
    this.#all.delete(id);
    kept.leave();
    await kept.run.end();
    await this.#options.store.remove(id);
  }

  test(id: string): Promise<Outcome> {
    return this.#all.get(id)!.run.test();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#begun;
    const all = [...this.#all.values()];
    for (const { leave } of all) leave();
    await Promise.all(all.map(({ run }) => run.end()));
    await this.#options.store.close();
  }

  async #open(): Promise<void> {
    const { store, own } = this.#options;
    await store.hold(this.#ending.signal);
    const records = (await store.all()).flatMap((text) => this.#recordOf(text));
    const ofFile = new Map(own.map((definition) => [idOfName(definition.name), definition]));
    for (const record of records) {
      const definition = record.owner === operator ? ofFile.get(record.id) : record.definition;
      if (definition) this.#begin(changed(record, definition));
      else await store.remove(record.id);
      ofFile.delete(record.id);
    }
    for (const [id, definition] of ofFile) {
      const secret = definition.send_to.secret ?? newSecret();
      const createdAt = new Date().toISOString();
      if (definition.send_to.secret === undefined)
        this.#options.log(
          `the watch ${JSON.stringify(definition.name)} has no secret in its file, and signs with ${secret}`,
        );
      this.#begin({ id, owner: operator, createdAt, definition, secret, state: newState });
    }
    this.#isRunning = true;
  }

  #recordOf(text: string): WatchRecord[] {
    try {
      return [JSON.parse(text)];
    } catch {
      this.#options.log("a file of a watch is damaged, and left out");
      return [];
    }
  }

  #begin(record: WatchRecord): void {
    const kept: Kept = { run: this.#runOf(record), leave: () => {} };
    this.#all.set(record.id, kept);
    this.#attach(record.id, kept);
  }

  /** Joins the polls as long as its owner has access, and again when there is access again. */
  #attach(id: string, kept: Kept): void {
    if (this.#all.get(id) !== kept || this.#ending.signal.aborted) return;
    const { record } = kept.run;
    const sight = this.#sightOf(record.owner);
    const again = () => {
      kept.leave();
      const timer = setTimeout(() => this.#attach(id, kept), accessMs).unref();
      kept.leave = () => clearTimeout(timer);
    };
    if (!sight || sight.ended?.aborted) {
      again();
      return;
    }
    kept.run.resume();
    const leave = sight.join(lookOf(record.definition), {
      onLook: (look) => kept.run.look(look),
      isHeard: () => kept.run.record.state.disabled === null,
    });
    sight.ended?.addEventListener("abort", again, { once: true });
    kept.leave = () => {
      sight.ended?.removeEventListener("abort", again);
      leave();
    };
  }

  #runOf(record: WatchRecord): WatchRun {
    const { store, log, retryDelaysMs = standardDelaysMs } = this.#options;
    return new WatchRun(record, {
      readRows: () => this.#readRows(record),
      isAllowed: () => this.#sightOf(record.owner) !== null,
      save: (changedRecord) => store.write(record.id, JSON.stringify(changedRecord)),
      send: (message, { definition, secret }) => this.#send(message, definition, secret),
      retryDelaysMs,
      log,
    });
  }

  #send(message: Message, { send_to: { url } }: WatchDefinition, secret: string): Promise<Outcome> {
    const { addresses, userAgent, timeoutMs = defaultTimeoutMs } = this.#options;
    const { signal } = this.#ending;
    return this.#limit(() =>
      send(message, { url, secret }, { addresses, timeoutMs, signal, userAgent }),
    );
  }

  async #readRows({ owner, definition }: WatchRecord): Promise<{ look: Look; rows: Rows }> {
    const sight = this.#sightOf(owner);
    if (!sight) throw new WatchRefused("not_allowed", "The key of this watch has no access.");
    const day = new Date().toISOString().slice(0, 10);
    const input = { ...lookOf(definition), day, rows: true };
    const result = await this.#looks(() => sight.look(input, this.#ending.signal));
    if (!result.ok) throw new WatchRefused(result.error.code, result.error.message);
    const { digests, feeds, rows } = result.output as unknown as Found;
    return { look: { digests: JSON.stringify(digests), feeds }, rows };
  }
}

interface Found {
  readonly digests: object;
  readonly feeds: Extract<Look, { feeds: unknown }>["feeds"];
  readonly rows: Rows;
}

/** A record with the definition of today: what it watches anew was not seen yet. */
function changed(record: WatchRecord, definition: WatchDefinition): WatchRecord {
  const isSame =
    JSON.stringify(watchedBy(record.definition)) === JSON.stringify(watchedBy(definition));
  const { url, secret } = definition.send_to;
  const isSameReceiver = url === record.definition.send_to.url;
  const { state } = record;
  return {
    ...record,
    definition,
    secret: secret ?? record.secret,
    state: {
      ...(isSame ? state : { ...newState, outbox: state.outbox, gathered: state.gathered }),
      ...(!isSameReceiver && { disabled: null }),
    },
  };
}

function watchedBy({ area, fire, assets, radius_km, when }: WatchDefinition) {
  return [area, fire, assets, radius_km, when];
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
