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
}

/** A simulation and the organization it belongs to. */
export interface OwnedSimulation {
  simulation: Simulation;
  organization: string;
}
