import { parseTime } from "../values/time.ts";

/** A place in an organization's list: newest first, then by id. */
export interface SimulationPlace {
  /** Epoch milliseconds. */
  createdAt: number;
  id: string;
}

export interface SimulationPage {
  simulations: Simulation[];
  /** The place of the last one, if more follow. */
  next: SimulationPlace | undefined;
}

/** Which simulations of an organization are listed. */
export interface SimulationSelection {
  /** Those created then or later, epoch milliseconds. */
  since: number;
  limit: number;
  after?: SimulationPlace | undefined;
}

/** The simulations of all organizations; each sees only its own. */
export interface SimulationStore {
  /**
   * Stores the simulations whose id is new; returns the indexes of the others.
   * @param file that they came from, which a store in a database notes
   */
  insert(simulations: readonly OwnedSimulation[], file?: string): Promise<number[]>;
  list(organization: string, selection: SimulationSelection): Promise<SimulationPage>;
  get(organization: string, id: string): Promise<Simulation | undefined>;
  /** Of all organizations. */
  counts(): Promise<{ all: number; synthetic: number }>;
}

interface Entry extends SimulationPlace {
  simulation: Simulation;
}

export class MemorySimulations implements SimulationStore {
  readonly #byOrganization = new Map<string, Entry[]>();
  readonly #ids = new Set<string>();
  #synthetic = 0;

  async insert(simulations: readonly OwnedSimulation[]): Promise<number[]> {
    const known: number[] = [];
    for (const [i, { simulation, organization }] of simulations.entries()) {
      if (this.#ids.has(simulation.id)) known.push(i);
      else {
        this.#ids.add(simulation.id);
        if (simulation.synthetic) this.#synthetic++;
        const entries = this.#byOrganization.get(organization) ?? [];
        this.#byOrganization.set(organization, entries);
        entries.push({ createdAt: createdAt(simulation), id: simulation.id, simulation });
      }
    }
    for (const entries of this.#byOrganization.values()) entries.sort(order);
    return known;
  }

  async list(
    organization: string,
    { since, limit, after }: SimulationSelection,
  ): Promise<SimulationPage> {
    const entries = this.#byOrganization.get(organization) ?? [];
    const rest = entries.filter(
      (entry) => entry.createdAt >= since && (!after || order(after, entry) < 0),
    );
    return pageOf(rest, limit);
  }

  async get(organization: string, id: string): Promise<Simulation | undefined> {
    return this.#byOrganization.get(organization)?.find((entry) => entry.id === id)?.simulation;
  }

  async counts(): Promise<{ all: number; synthetic: number }> {
    return { all: this.#ids.size, synthetic: this.#synthetic };
  }
}

/** Epoch milliseconds. */
export function createdAt(simulation: Simulation): number {
  return parseTime(simulation.createdAt)!.start;
}

/** @param rest in their order, of which one more than the limit is enough */
export function pageOf(
  rest: readonly (SimulationPlace & { readonly simulation: Simulation })[],
  limit: number,
): SimulationPage {
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    simulations: page.map((entry) => entry.simulation),
    next: last && rest.length > limit ? { createdAt: last.createdAt, id: last.id } : undefined,
  };
}

function order(a: SimulationPlace, b: SimulationPlace): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** A fire-spread simulation as the interface lists it, without its links. */
export interface Simulation {
  id: string;
  /** `QUEUED`, `COMPLETED`, `NO_SPREAD`, `FAILED`, or what a later version adds. */
  status: string;
  clusterId: string | null;
  fireName: string | null;
  locationName: string | null;
  latitude: number;
  longitude: number;
  model: string;
  durationHours: number;
  ensembleMembers: number;
  /** Square metres. */
  burnedAreaM2: number | null;
  auto: boolean;
  /** RFC 3339. */
  createdAt: string;
  errorMessage: string | null;
  /** True if it was made up, and no model computed it. */
  synthetic?: true;
}

/** A simulation and the organization it belongs to. */
export interface OwnedSimulation {
  simulation: Simulation;
  organization: string;
}
