/** A page of the site, made from `docs/{path}.md`; the empty path is `docs/README.md`. */
export interface Entry {
  /** Below `/docs/`. */
  readonly path: string;
  /** In the navigation. */
  readonly label: string;
}

export interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The pages in the order of reading; the tools follow the file names of their pages. */
export function contents(tools: readonly string[]): readonly Group[] {
  return [
    {
      title: "Begin",
      entries: [
        { path: "", label: "Overview" },
        { path: "start", label: "Start in five minutes" },
        { path: "connect", label: "Connect a client" },
        { path: "compare", label: "How it compares" },
      ],
    },
    {
      title: "Ask",
      entries: [
        { path: "tools", label: "The tools" },
        ...tools.map((name) => ({ path: `tools/${name}`, label: name })),
        { path: "cql2", label: "Filters: CQL2" },
      ],
    },
    {
      title: "Operate",
      entries: [
        { path: "operate", label: "Operator’s guide" },
        { path: "own-service", label: "A service of your own" },
        { path: "live", label: "Live feeds" },
        { path: "watches", label: "Watches" },
        { path: "security", label: "Security model" },
        { path: "replicas", label: "Replicas" },
        { path: "scale", label: "Scale" },
      ],
    },
    {
      title: "Develop",
      entries: [
        { path: "api", label: "HTTP API, to try" },
        { path: "add-a-tool", label: "Add a tool" },
        { path: "decisions", label: "Decisions" },
      ],
    },
  ];
}
