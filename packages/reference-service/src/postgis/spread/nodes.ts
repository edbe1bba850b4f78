import { Problem } from "../../problems.ts";
import type { Database } from "../database.ts";
import { rowsOf } from "../rows.ts";
import { PartAway } from "./part-away.ts";
import { withinMs } from "./time-limit.ts";

/** How long a node may take to say that it is there. */
const maxAnswerMs = 2000;

/** Of a silent node the kernel still answers; of one that is gone, nothing does. */
type Presence = "there" | "gone" | "silent";

/** The nodes of spread tables, by the names that the coordinator has for them. */
export class Nodes {
  readonly #database: Database;
  #asking: Promise<Map<string, Presence>> | undefined;
  /** Whether a node hung when it was last needed: each work that waits for one takes a connection. */
  #isHanging = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Runs work that needs nodes.
   * @throws {PartAway} with the names of the nodes that are away, if that ended the work
   */
  async naming<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isHanging) await this.#throwIfAway("silent");
    try {
      return await work();
    } catch (error) {
      const isLost = error instanceof PartAway && error.nodes.length === 0;
      const isLate = error instanceof Problem && error.code === "too-slow";
      if (isLate) await this.#throwIfAway("silent");
      if (isLost) await this.#throwIfAway("silent", "gone");
      throw error;
    }
  }

  async #throwIfAway(...kinds: Presence[]): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    const nodes = [...(await this.#asking)];
    this.#isHanging = nodes.some(([, presence]) => presence === "silent");
    const away = nodes.filter(([, presence]) => kinds.includes(presence)).map(([name]) => name);
    if (away.length > 0) throw new PartAway(away);
  }

  /** On connections of its own, since all others may wait for a node that hangs. */
  async #ask(): Promise<Map<string, Presence>> {
    const names = await this.#database.withSession(async (session) => {
      const rows = await rowsOf<{ name: string }>(
        session,
        `SELECT relname AS name FROM pg_foreign_table JOIN pg_class ON ftrelid = pg_class.oid
          WHERE relnamespace = $1::text::regnamespace AND 'table_name=here' = ANY (ftoptions)
          ORDER BY relname`,
        [this.#database.schema],
      );
      return rows.map(({ name }) => name);
    });
    const presences = await Promise.all(names.map((name) => this.#presence(name)));
    return new Map(names.map((name, i) => [name, presences[i]!]));
  }

  async #presence(name: string): Promise<Presence> {
    const late = Object.assign(new Error("It is late."), { code: lateCode });
    const asking = this.#database.withSession(async (session) => {
      await rowsOf(session, `SET statement_timeout = ${maxAnswerMs}`);
      await rowsOf(session, `SELECT one FROM ${this.#database.schema}."${name}"`);
    });
    try {
      await withinMs(maxAnswerMs + 1000, () => late, asking);
      return "there";
    } catch (error) {
      return (error as { code?: unknown }).code === lateCode ? "silent" : "gone";
    }
  }
}

/** Of a statement that took too long. */
const lateCode = "57014";
