/** A node that has a part of the features: its name as the operator configured it. */
export interface NodeStatus {
  readonly name: string;
  /** Whether requests that need it are refused. */
  readonly isAway: boolean;
}
