import { Problem } from "../values/problems.ts";

/** What is wrong with a node. */
export type Fault = "cannot be reached" | "failed" | "lacks changes that others have";

/** 503: a node that holds a part of the data does not give it, so there is no whole answer. */
export class PartAway extends Problem {
  /** Empty if it is not known which. */
  readonly nodes: readonly string[];
  /** The table on the node that could not be used, if that is known. */
  readonly part: string | undefined;

  constructor(nodes: readonly string[], fault: Fault = "cannot be reached", part?: string) {
    const which =
      nodes.length === 0 ? "one of its nodes" : `the node ${nodes.join(" and the node ")}`;
    super(
      503,
      "part-away",
      `A part of the data is away, since ${which} ${fault}: there is no answer rather than one with a hole; try again later.`,
      { "Retry-After": "5" },
    );
    this.nodes = nodes;
    this.part = part;
  }
}

/** What a server says of another: its own end comes without the context of a remote command. */
interface ServerError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly where?: unknown;
}

/** Classes of errors that are the node's: no space, shutdown, files, missing tables or rights. */
const nodeFaults = /^(53|57P|58|XX|42P01|42703|42501|3F000)/;

/** The error of a coordinator that could not use a node, or lost it; undefined for any other. */
export function partAwayOf(error: ServerError): PartAway | undefined {
  if (error.name !== "PostgresError" || typeof error.code !== "string") return undefined;
  const [, command] = /^remote SQL command: (.*)/m.exec(String(error.where)) ?? [];
  const isRemote = command !== undefined && nodeFaults.test(error.code);
  if (!error.code.startsWith("08") && !isRemote) return undefined;
  const [, node] = /^could not connect to server "(.+)"$/.exec(String(error.message)) ?? [];
  if (node !== undefined) return new PartAway([node]);
  const [, part] = /\b(?:FROM|INTO|UPDATE) \w+\.(\w+)/.exec(command ?? "") ?? [];
  return new PartAway([], "failed", part);
}
