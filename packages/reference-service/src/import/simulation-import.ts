import type { OwnedSimulation } from "../simulations/simulation.ts";
import { parseSimulation } from "./parse-simulation.ts";
import { parsedBatches } from "./parsed-batches.ts";
import type { Reporter } from "./report.ts";

/** Merges lists of simulations, each simulation once. */
export class SimulationImport {
  #byId = new Map<string, OwnedSimulation>();
  #organization: string;
  #reporter: Reporter;

  /** @param organization owner of simulations that do not name one */
  constructor(organization: string, reporter: Reporter) {
    this.#organization = organization;
    this.#reporter = reporter;
  }

  /** Reads one file and returns how many of its simulations were new. */
  async file(path: string, file: string): Promise<number> {
    const before = this.#byId.size;
    const source = { path, file, format: "json" as const };
    for await (const batch of parsedBatches(source, parseSimulation, this.#reporter)) {
      for (const { line, value } of batch) {
        const { simulation, organization = this.#organization } = value;
        const { id } = simulation;
        if (this.#byId.has(id)) this.#reporter.duplicate({ file, line, id });
        else this.#byId.set(id, { simulation, organization });
      }
    }
    return this.#byId.size - before;
  }

  all(): OwnedSimulation[] {
    return [...this.#byId.values()];
  }
}
