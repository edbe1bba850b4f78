import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Log } from "./log.ts";
import { type Invocation, readVariable } from "./read-settings.ts";
import type { ValueSetting } from "./setting.ts";

const intervalMs = 1000;

type SecretSetting<Value> = Pick<ValueSetting<Value>, "parse" | "mayBeEmpty"> & {
  readonly variable: string;
};

interface Secret {
  readonly read: () => unknown;
  readonly get: () => unknown;
  value: unknown;
  /** What is wrong with its file; undefined if nothing is. */
  fault?: string | undefined;
}

/** Secrets of variables, or of the files that variables name: as they are now. */
export class LiveSecrets {
  readonly #environment: Invocation["environment"];
  readonly #secrets = new Map<string, Secret>();

  constructor(environment: Invocation["environment"]) {
    this.#environment = environment;
  }

  /**
   * What gives the value of a variable; the same function each time.
   *
   * @throws {Error} when the value is wrong now: one sentence for the operator
   */
  of<Value>(setting: SecretSetting<Value>): () => Value | undefined {
    const { variable } = setting;
    const known = this.#secrets.get(variable);
    if (known) return known.get as () => Value | undefined;
    const read = () => readVariable(variable, { ...setting, isSecret: true }, this.#environment);
    const secret: Secret = { read, get: () => secret.value, value: read() };
    this.#secrets.set(variable, secret);
    return secret.get as () => Value | undefined;
  }

  /**
   * The value of a variable; or, of a file, what gives it as it is now. Undefined if it is not set.
   *
   * @throws {Error} when the value is wrong now: one sentence for the operator
   */
  valueOf<Value>(
    setting: Omit<SecretSetting<Value>, "mayBeEmpty">,
  ): Value | (() => Value) | undefined {
    const get = this.of(setting);
    const value = get();
    // What is set stays set, since an empty file is wrong.
    return value === undefined || !this.#isInFile(setting.variable) ? value : (get as () => Value);
  }

  #isInFile(variable: string): boolean {
    return Boolean(this.#environment[`${variable}_FILE`]?.trim());
  }

  /** What is wrong with files whose earlier secrets stay; null if nothing is. */
  get notice(): string | null {
    const wrong = [...this.#secrets].filter(([, { fault }]) => fault !== undefined);
    if (wrong.length === 0) return null;
    return `Files of secrets that cannot be read, so that the earlier ones stay: ${wrong.map(([variable]) => variable).join(", ")}.`;
  }

  /**
   * Reads the files again. While one is wrong, which is logged once, its earlier secret stays.
   *
   * @returns whether a secret has changed
   */
  reload(log: Log): boolean {
    let hasChanged = false;
    for (const [variable, secret] of this.#secrets) {
      if (!this.#isInFile(variable)) continue;
      try {
        const value = secret.read();
        secret.fault = undefined;
        if (isDeepStrictEqual(value, secret.value)) continue;
        secret.value = value;
        hasChanged = true;
        log(`${variable} was read again from its file, and has changed`, "info");
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error);
        if (secret.fault !== fault) log(`the earlier secret stays, since ${fault}`);
        secret.fault = fault;
      }
    }
    return hasChanged;
  }

  /**
   * Reads the files again once they have changed and stayed the same for a second, so that several
   * are changed at once, and none is read while it is written.
   *
   * @param onChange called when a secret has changed
   * @returns a function that ends this
   */
  watch(log: Log, onChange: () => void = () => {}): () => void {
    let read = "";
    let seen = "";
    const timer = setInterval(() => {
      const before = seen;
      seen = this.#versions();
      if (seen !== before || seen === read) return;
      read = seen;
      if (this.reload(log)) onChange();
    }, intervalMs).unref();
    return () => clearInterval(timer);
  }

  /** Differs after every change of a file. */
  #versions(): string {
    const paths = [...this.#secrets.keys()].map((name) =>
      this.#environment[`${name}_FILE`]?.trim(),
    );
    return paths.map((path) => (path ? versionOf(path) : "")).join();
  }
}

function versionOf(path: string): string {
  try {
    const { ctimeNs, ino, size } = statSync(path, { bigint: true });
    return `${ctimeNs} ${ino} ${size}`;
  } catch {
    return "none";
  }
}
