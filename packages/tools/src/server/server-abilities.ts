import type { Client, FilterLang } from "@emberline/core";
import type { RoleSettings } from "../values/roles.ts";
import { probeFilter } from "./probe-filter.ts";
import { probeTime, type TimeSelection } from "./probe-time.ts";
import { Remembered } from "./remembered.ts";
import { type Asked, ServerReader } from "./server-reader.ts";

/**
 * What an OGC API Features server can do, found by asking once: for each collection whether a
 * parameter really selects what it should.
 */
export class ServerAbilities {
  readonly reader: ServerReader;
  readonly #roles: RoleSettings;
  readonly #remembered = new Remembered();

  constructor(client: Client, roles: RoleSettings = {}) {
    this.reader = new ServerReader(client);
    this.#roles = roles;
  }

  /** How `datetime` selects; null if the server refuses or ignores it, or that cannot be known. */
  time(id: string, asked: Asked): Promise<TimeSelection | null> {
    const ask = () => probeTime(this.reader, id, this.#roles[id], asked);
    return this.#remembered.once(`time ${id}`, ask).catch(() => null);
  }

  /** The language in which filters select; null if none does. */
  filterLang(id: string, asked: Asked): Promise<FilterLang | null> {
    const ask = () => probeFilter(this.reader, id, asked);
    return this.#remembered.once(`filter ${id}`, ask).catch(() => null);
  }
}
