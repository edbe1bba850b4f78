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

interface Entry extends SimulationPlace {
  simulation: Simulation;
}

/** The simulations of all organizations; each sees only its own. */
export class SimulationStore {
  #byOrganization = new Map<string, Entry[]>();

  constructor(simulations: OwnedSimulation[]) {
    for (const { simulation, organization } of simulations) {
      const entries = this.#byOrganization.get(organization) ?? [];
      this.#byOrganization.set(organization, entries);
      const createdAt = parseTime(simulation.createdAt)!.start;
      entries.push({ createdAt, id: simulation.id, simulation });
    }
    for (const entries of this.#byOrganization.values()) entries.sort(order);
  }

  /** A page of an organization's simulations created at or after `since` (epoch milliseconds). */
  list(
    organization: string,
    { since, limit, after }: { since: number; limit: number; after?: SimulationPlace },
  ): SimulationPage {
    const entries = this.#byOrganization.get(organization) ?? [];
    const rest = entries.filter(
      (entry) => entry.createdAt >= since && (!after || order(after, entry) < 0),
    );
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      simulations: page.map((entry) => entry.simulation),
      next: last && rest.length > limit ? { createdAt: last.createdAt, id: last.id } : undefined,
    };
  }

  get(organization: string, id: string): Simulation | undefined {
    return this.#byOrganization.get(organization)?.find((entry) => entry.id === id)?.simulation;
  }
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
