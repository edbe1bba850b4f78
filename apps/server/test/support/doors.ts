/** A request, and what a caller sees who may pass. */
export interface Door {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly shows: RegExp;
  /** Whether it is open for a caller with these tools. */
  readonly isOpenFor: (tools: readonly string[]) => boolean;
}

type IsOpen = Door["isOpenFor"];

const anyOf =
  (...needed: string[]): IsOpen =>
  (tools) =>
    needed.some((name) => tools.includes(name));
const allOf =
  (...needed: string[]): IsOpen =>
  (tools) =>
    needed.every((name) => tools.includes(name));

export const mcp = (method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});

const hotspots = { collection: "svc:hotspots" };
const time = "2024-07-01/2024-07-03";
const alpha = { fire: "Alpha" };

/** A call of each tool of the catalogue. */
export const calls: Readonly<Record<string, readonly [input: object, shows: RegExp]>> = {
  list_collections: [{}, /svc:hotspots/],
  describe_collection: [hotspots, /Thermal anomalies/],
  query_features: [hotspots, /99\.9/],
  get_feature: [{ ...hotspots, id: "h2" }, /99\.94/],
  list_simulations: [{}, /Testland/],
  summarize_features: [hotspots, /"matched\\?":10/],
  assess_location: [{ near: "50,10", time }, /inside_perimeter/],
  assess_fire: [alpha, /first_mapped/],
  compare_periods: [{ ...hotspots, before: "2024-07-01", after: "2024-07-02" }, /not_seen_again/],
  find_place: [{ name: "Chester" }, /Pennsylvania/],
  show_map: [{ bbox: [9, 49, 12, 52] }, /drawn/],
  export_features: [{ ...hotspots, format: "csv" }, /size_bytes/],
};

const selecting = [
  ...["query_features", "summarize_features", "compare_periods"],
  ...["show_map", "export_features"],
];
const inAreas = [...selecting, "list_simulations", "assess_location"];
const filtering = [...selecting, "list_collections", "describe_collection"];

/** What `suggest_names` completes, and by which tools a caller may know it. */
const suggestions = {
  collection: ["", /svc:hotspots/, anyOf(...filtering, "get_feature")],
  property: ["fr", /frp/, anyOf(...selecting, "describe_collection")],
  fire: ["alph", /ALPHA/, anyOf(...inAreas, "assess_fire")],
  area: ["Oreg", /Oregon/, anyOf(...inAreas)],
  place: ["Ches", /Cheshunt/, anyOf(...inAreas, "assess_fire", "find_place")],
} satisfies Record<string, readonly [text: string, shows: RegExp, isOpenFor: IsOpen]>;

type Kind = keyof typeof suggestions;

/** Calls of each tool that is no model's, by its name; with none, no surface has it. */
export const helperCalls: Readonly<
  Record<string, readonly (readonly [input: object, shows: RegExp, isOpenFor: IsOpen])[]>
> = {
  map_features: [
    [{ tool: "show_map", layer: "svc:hotspots" }, /99\.9/, anyOf("show_map")],
    [
      { tool: "assess_location", layer: "svc:hotspots", near: "50,10", time },
      /99\.9/,
      anyOf("assess_location"),
    ],
    [{ tool: "assess_fire", layer: "svc:hotspots", ...alpha }, /99\.9/, anyOf("assess_fire")],
  ],
  map_ground: [
    [
      { bbox: [-10, 40, 0, 50], km_per_pixel: 5 },
      /land/,
      anyOf("show_map", "assess_location", "assess_fire", "compare_periods"),
    ],
  ],
  suggest_names: Object.entries(suggestions).map(([of, [text, shows, isOpenFor]]) => [
    { of, text, ...(of === "property" && hotspots) },
    shows,
    isOpenFor,
  ]),
  watch_area: [[{ near: "50,10", day: "2025-07-01" }, /"perimeters"/, () => false]],
  data_status: [[{}, /"layer"/, () => false]],
};

/** The resource of each template, and of each URI without variables. */
export const resources: Readonly<
  Record<string, readonly [uri: string, shows: RegExp, isOpenFor: IsOpen]>
> = {
  collections: ["collections", /Thermal anomalies/, anyOf("list_collections")],
  "collections/{collection}": [
    "collections/svc:hotspots",
    /Thermal anomalies/,
    anyOf("describe_collection"),
  ],
  "collections/{collection}/queryables": [
    "collections/svc:hotspots/queryables",
    /frp/,
    anyOf("describe_collection"),
  ],
  "collections/{collection}/queryables/{property}": [
    "collections/svc:hotspots/queryables/frp",
    /"types/,
    anyOf("describe_collection"),
  ],
  "collections/{collection}/features/{feature}": [
    "collections/svc:hotspots/features/h2",
    /99\.94/,
    anyOf("get_feature"),
  ],
  simulations: ["simulations", /Testland/, anyOf("list_simulations")],
  "areas/{area}": ["areas/Germany", /inside_perimeter/, anyOf("assess_location")],
  "places/{place}": ["places/50,10", /inside_perimeter/, anyOf("assess_location")],
  "fires/{fire}": ["fires/Alpha", /first_mapped/, anyOf("assess_fire")],
  "map/within/{area}": ["map/within/Germany", /drawn/, anyOf("show_map")],
  "map/near/{place}": ["map/near/50,10", /drawn/, anyOf("show_map")],
  "map/fire/{fire}": ["map/fire/Alpha", /drawn/, anyOf("show_map")],
  "map/bbox/{bbox}": ["map/bbox/9,49,12,52", /drawn/, anyOf("show_map")],
};

/** The arguments of each prompt; it needs all tools that its text names. */
export const prompts: Readonly<Record<string, readonly [given: object, isOpenFor: IsOpen]>> = {
  fire_situation: [{ place: "Weed", radius_km: "20" }, allOf("assess_location", "show_map")],
  morning_briefing: [
    { area: "Oregon" },
    allOf(
      ...["assess_location", "list_collections", "compare_periods", "list_simulations"],
      "show_map",
    ),
  ],
  fire_or_industry: [
    { place: "Weed" },
    allOf("assess_location", "query_features", "summarize_features"),
  ],
  compare_days: [
    { area: "Oregon", first_day: "yesterday", second_day: "today", ...hotspots },
    allOf("compare_periods", "list_collections"),
  ],
  fire_story: [alpha, allOf("assess_fire", "show_map")],
  explain_filter: [
    { filter: "frp > 1", ...hotspots },
    allOf("describe_collection", "query_features"),
  ],
};

/** The skill of each URI is made of a prompt, and open where that is. */
export const skills: Readonly<Record<string, readonly [isOpenFor: IsOpen]>> = {
  "skill://fire-situation/SKILL.md": [prompts.fire_situation![1]],
  "skill://fire-briefing/SKILL.md": [prompts.morning_briefing![1]],
  "skill://fire-or-industry/SKILL.md": [prompts.fire_or_industry![1]],
  "skill://fire-changes/SKILL.md": [prompts.compare_days![1]],
  "skill://fire-story/SKILL.md": [prompts.fire_story![1]],
};

/** What completes each argument of a prompt and variable of a resource; null: nothing. */
export const completed: Readonly<Record<string, Kind | null>> = {
  collection: "collection",
  property: "property",
  filter: "property",
  fire: "fire",
  area: "area",
  within: "area",
  place: "place",
  near: "place",
  ...{ radius_km: null, first_day: null, second_day: null, feature: null, geometry: null },
  ...{ status: null, since: null, until: null, limit: null, cursor: null, time: null, bbox: null },
  ...{ time_zone: null, collections: null, width: null, height: null, theme: null },
};

/** @param ref a prompt, or a template of resources, open for `isOpenFor` */
export function completionDoors(ref: object, name: string, isOpenFor: IsOpen): Door[] {
  const kind = completed[name];
  if (!kind) return [];
  const [value, shows, isKnownTo] = suggestions[kind];
  return [
    {
      path: "/mcp",
      body: mcp("completion/complete", {
        ref,
        argument: { name, value },
        context: { arguments: hotspots },
      }),
      shows,
      isOpenFor: (tools) => isOpenFor(tools) && isKnownTo(tools),
    },
  ];
}

/** Every call of every tool, over HTTP and MCP and in a model's turn. */
export const toolDoors: readonly Door[] = [
  ...Object.entries(calls).flatMap(([name, [input, shows]]): Door[] => {
    const turn = [{ id: "a", function: { name, arguments: JSON.stringify(input) } }];
    const asked = mcp("tools/call", { name, arguments: input });
    const isOpenFor = anyOf(name);
    return [
      { path: `/tools/${name}`, shows: /"inputSchema"/, isOpenFor },
      { path: `/tools/${name}`, body: input, shows, isOpenFor },
      { path: "/tools/call", body: turn, shows, isOpenFor },
      { path: "/mcp", body: asked, shows, isOpenFor },
    ];
  }),
  ...[
    ["?dry_run", "*/*", /dry_run/] as const,
    ["?raw_size", "*/*", /"is_exact"/] as const,
    ["", "application/x-ndjson", /99\.9/] as const,
    ["", "text/event-stream", /99\.9/] as const,
  ].map(([query, accept, shows]) => ({
    path: `/tools/query_features${query}`,
    body: hotspots,
    headers: { accept },
    shows,
    isOpenFor: anyOf("query_features"),
  })),
  ...Object.entries(helperCalls).flatMap(([name, uses]) =>
    uses.flatMap(([input, shows, isOpenFor]): Door[] => [
      { path: `/tools/${name}`, body: input, shows, isOpenFor },
      {
        path: "/mcp",
        body: mcp("tools/call", { name, arguments: input }),
        shows,
        isOpenFor: name.startsWith("map_") ? isOpenFor : () => false,
      },
    ]),
  ),
  { path: "/playground/status", shows: /"layer"/, isOpenFor: anyOf(...filtering) },
];

/** The doors of MCP beside its tools; those of templates are listed with their URIs alone. */
export const mcpDoors: readonly Door[] = [
  ...Object.values(resources).map(([uri, shows, isOpenFor]) => ({
    path: "/mcp",
    body: mcp("resources/read", { uri: `emberline://${uri}` }),
    shows,
    isOpenFor,
  })),
  ...Object.entries(prompts).map(([name, [given, isOpenFor]]) => ({
    path: "/mcp",
    body: mcp("prompts/get", { name, arguments: given }),
    shows: /"messages"/,
    isOpenFor,
  })),
  ...Object.entries(skills).flatMap(([uri, [isOpenFor]]) => [
    { path: "/mcp", body: mcp("resources/read", { uri }), shows: /## Cautions/, isOpenFor },
    { path: "/mcp", body: mcp("skills/get", { uri }), shows: /"frontmatter"/, isOpenFor },
  ]),
  ...Object.entries(prompts).flatMap(([name, [given, isOpenFor]]) =>
    Object.keys(given).flatMap((argument) =>
      completionDoors({ type: "ref/prompt", name }, argument, isOpenFor),
    ),
  ),
];
