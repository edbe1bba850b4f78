import { Problem } from "../../problems.ts";

/** 503: a node that holds a part of the data cannot be reached, so there is no whole answer. */
export class PartAway extends Problem {
  /** Empty if it is not known which. */
  readonly nodes: readonly string[];

  constructor(nodes: readonly string[]) {
    const which =
      nodes.length === 0
        ? "one of its nodes"
        : `the node${nodes.length > 1 ? "s" : ""} ${nodes.join(", ")}`;
    super(
      503,
      "part-away",
      `A part of the data is away, since ${which} cannot be reached: there is no answer rather than one with a hole; try again later.`,
      { "Retry-After": "5" },
    );
    this.nodes = nodes;
  }
}

/** What a server says of another: its own end comes without the context of a remote command. */
interface ServerError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly where?: unknown;
}

/** The error of a coordinator that could not reach a node, or lost it; undefined for any other. */
export function partAwayOf(error: ServerError): PartAway | undefined {
  if (error.name !== "PostgresError" || typeof error.code !== "string") return undefined;
  const isRemote = /^remote SQL command/m.test(String(error.where));
  if (!error.code.startsWith("08") && !(isRemote && /^(53|57P)/.test(error.code))) {
    return undefined;
  }
  const [, node] = /^could not connect to server "(.+)"$/.exec(String(error.message)) ?? [];
  return new PartAway(node === undefined ? [] : [node]);
}
