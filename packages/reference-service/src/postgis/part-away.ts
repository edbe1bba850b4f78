import { Problem } from "../values/problems.ts";

/** What is wrong with a node. */
export type Fault =
  | "cannot be reached"
  | "failed"
  | "has not committed a change"
  | "lacks changes that others have";

/** 503: a node that holds a part of the data does not give it, so there is no whole answer. */
export class PartAway extends Problem {
  /** Empty if it is not known which. */
  readonly nodes: readonly string[];
  /** Of the node, if its name is not known; `host:port`. */
  readonly address: string | undefined;
  readonly fault: Fault;

  constructor(nodes: readonly string[], fault: Fault = "cannot be reached", address?: string) {
    const which =
      nodes.length === 0 ? "one of its nodes" : `the node ${nodes.join(" and the node ")}`;
    super(
      503,
      "part-away",
      `A part of the data is away, since ${which} ${fault}: there is no answer rather than one with a hole; try again later.`,
      { "Retry-After": "5" },
    );
    this.nodes = nodes;
    this.fault = fault;
    this.address = address;
  }
}

interface ServerError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly where?: unknown;
}

/** Classes of errors that are the node's: no space, shutdown, files, missing tables or rights. */
const nodeFaults = /^(25006|28|53|57P|58|XX|42P01|42703|42501|3D|3F000)/;

/**
 * The error of Citus that could not use a worker, or lost it, by its wordings; undefined for any
 * other. Its own end comes without them.
 */
export function partAwayOf(error: ServerError): PartAway | undefined {
  const { name, code, message } = error;
  if (name !== "PostgresError" || typeof code !== "string") return undefined;
  if (code.startsWith("08") || /active placement/.test(String(message))) {
    const [address] = /[^\s@"]+:\d+/.exec(String(message)) ?? [];
    return new PartAway([], "cannot be reached", address);
  }
  const [, address] = /while executing command on (\S+:\d+)/.exec(String(error.where)) ?? [];
  const isOfNode = address !== undefined && nodeFaults.test(code);
  return isOfNode ? new PartAway([], "failed", address) : undefined;
}
