import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue, describeTool } from "../src/index.ts";

// A lint of what models read of a tool, by the six dimensions of Glama's Tool Definition Quality
// Score. A host that defers tools shows the start of a description alone.

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
}

type Parameters = Readonly<Record<string, { readonly description?: string }>>;

/** What a rule has against a tool. */
type Problems = readonly string[];

const names = catalogue.map(({ name }) => name).join("|");
const shownLength = 150;

const parametersOf = ({ inputSchema }: Described) =>
  Object.entries((inputSchema.properties ?? {}) as Parameters);
const sentencesOf = (text: string) => text.split(/(?<=[.;:]) /);
const problem = (isOne: boolean, text: string): Problems => (isOne ? [text] : []);

/** Words for a parameter that another name has in all tools. */
const otherNames: Readonly<Record<string, RegExp>> = {
  near: /^(place|location|position|address|cent(er|re|er_point))$/,
  time: /^(date|dates|period|interval|datetime|range|start|end|from|to)$/,
  within: /^(area|region|country|state)$/,
  bbox: /^(box|bounds|bounding_box|extent)$/,
  radius_km: /^(radius|distance|distance_km)$/,
  collection: /^(layer|dataset|collection_id|source)$/,
  fire: /^(fire_id|incident)$/,
};

const rules: Readonly<Record<string, (tool: Described) => Problems>> = {
  "purpose: a verb and what it acts on, and a title of its own": ({ name, title, description }) => [
    ...problem(!/^[A-Z][a-z]+s [^.;]{20,}[.;]/.test(description), "begins with no verb"),
    ...problem(title.toLowerCase() === name.replaceAll("_", " "), "the title repeats the name"),
    ...problem(title.length > 40, "the title is long"),
  ],
  "use: another tool for what it does not do, where hosts still show it": ({ description }) => {
    const [, ...others] = sentencesOf(description.slice(0, shownLength));
    const isSaid = new RegExp(`\\buse (${names})\\b|Only for `).test(others.join(" "));
    return problem(!isSaid, "says too late when to use another tool");
  },
  "behaviour: what it costs, leaves out, refuses or does not mean": ({ description }) =>
    problem(
      !/_cursor|\d s\b|seconds|minutes|no features|does not mean|snapshot|refused|only if|only for|not mapped|many times/i.test(
        description,
      ),
      "tells no limit, cost or trap",
    ),
  "parameters: each described by itself, by its usual name, with its default": (tool) =>
    parametersOf(tool).flatMap(([name, { description = "" }]) => [
      ...problem(description === "" && !/^l(on|at)$/.test(name), `${name} is not described`),
      ...problem(
        /\b(as in|same (as|for)|elsewhere|see above)\b/i.test(description),
        `${name} needs another description`,
      ),
      ...Object.entries(otherNames).flatMap(([usual, other]) =>
        problem(other.test(name), `${name} is ${usual} elsewhere`),
      ),
      ...problem(
        /^(radius_km|limit|max_tokens|cluster_km)$/.test(name) &&
          !/default \d|^Maximum groups/i.test(description),
        `${name} has no default`,
      ),
    ]),
  "conciseness: no filler, no long sentence, nothing said twice": (tool) => {
    const { description } = tool;
    const sentences = sentencesOf(description);
    return [
      ...problem(description.length > 500, "is long"),
      ...problem(
        sentences.some((each) => each.split(" ").length > 36),
        "has a long sentence",
      ),
      ...problem(new Set(sentences).size < sentences.length, "says something twice"),
      ...problem(
        /\b(this tool|please|simply|in order to|various|etc|very|allows you)\b/i.test(description),
        "has filler",
      ),
      ...parametersOf(tool).flatMap(([name, { description: text = "" }]) =>
        problem(text.length > 330, `${name} is described at length`),
      ),
    ];
  },
  "answer: what comes back, in words and as a schema": ({ description, outputSchema }) => [
    ...problem(!/\bReturns |^Lists [^.]+: /.test(description), "does not say what it returns"),
    ...problem(Object.keys(outputSchema.properties ?? {}).length === 0, "has no output schema"),
  ],
  "by itself: no description needs that of another tool": ({ description }) =>
    problem(
      /\b(as in|like|same as|see) (the )?\w+_\w+|parameters (of|as)\b/i.test(description),
      "needs another description",
    ),
};

/** A tool that every rule passes. */
const good: Described = {
  name: "find_fires",
  title: "Fires near a place",
  description:
    "Finds fires near a place, by distance. To count use summarize_features. Returns rows with name and area; next_cursor has more.",
  inputSchema: {
    properties: {
      near: { description: 'Centre: a place or "lat,lon".' },
      limit: { description: "Maximum rows (default 20)." },
    },
  },
  outputSchema: { properties: { rows: {} } },
};
const withParameter = (name: string, description?: string): Partial<Described> => ({
  inputSchema: { properties: { [name]: { description } } },
});
const saying = (description: string): Partial<Described> => ({ description });

/** For each rule, tools that it must fail. */
const broken: Readonly<Record<keyof typeof rules, readonly Partial<Described>[]>> = {
  purpose: [
    saying("Fires. To count use summarize_features. Returns rows; next_cursor has more."),
    { title: "Find fires" },
    { title: "Find all of the fires that are near to a place" },
  ],
  use: [
    saying("Finds fires near a place, by distance. Returns rows; next_cursor has more."),
    saying(
      `Finds fires near a place${", by distance".repeat(10)}. To count use summarize_features.`,
    ),
  ],
  behaviour: [saying("Finds fires near a place. To count use summarize_features. Returns rows.")],
  parameters: [
    withParameter("near"),
    withParameter("near", "A place, as in query_features."),
    withParameter("location", "A place."),
    withParameter("start", "The first day."),
    withParameter("limit", "Maximum rows."),
  ],
  conciseness: [
    saying(`${good.description} ${"It is fast. ".repeat(2)}`),
    saying(`This tool allows you to find fires. ${good.description}`),
    saying(`${good.description} ${"and more ".repeat(60)}`),
    withParameter("near", "A place. ".repeat(50)),
  ],
  answer: [
    saying("Finds fires near a place. To count use summarize_features. next_cursor has more."),
    { outputSchema: {} },
  ],
  "by itself": [
    saying(`${good.description} Parameters as in query_features.`),
    saying(`${good.description} It works like query_features.`),
  ],
};

for (const [rule, check] of Object.entries(rules)) {
  test(`each tool passes the rule of ${rule}`, () => {
    const tools: readonly Described[] = catalogue.map(describeTool);
    assert.deepEqual(
      tools.flatMap((tool) => check(tool).map((each) => `${tool.name} ${each}`)),
      [],
    );
  });

  test(`the rule of ${rule} fails tools that break it`, () => {
    assert.deepEqual(check(good), []);
    const [dimension] = rule.split(":");
    for (const change of broken[dimension!]!)
      assert.notDeepEqual(check({ ...good, ...change }), [], JSON.stringify(change));
  });
}

test("the titles and first 150 characters have the words that people search for", () => {
  const searched: Readonly<Record<string, readonly string[]>> = {
    assess_location: ["fires near", "hotspots", "perimeters", "towns"],
    assess_fire: ["fire", "wildfire", "growth", "towns"],
    query_features: ["hotspots", "fires", "wildfire", "satellite"],
    summarize_features: ["hotspots", "fires", "count", "state"],
    list_simulations: ["fire-spread", "forecasts"],
    compare_periods: ["compare", "changed", "fires", "hotspots"],
    find_place: ["town", "city"],
    show_map: ["map", "fires", "picture"],
    export_features: ["file", "spreadsheet", "gis"],
  };
  for (const { name, title, description } of catalogue) {
    const shown = `${title} ${description.slice(0, shownLength)}`.toLowerCase();
    for (const word of searched[name] ?? []) assert.ok(shown.includes(word), `${name}: ${word}`);
    // Where no zones exist, such a search must not lead here.
    assert.ok(!shown.includes("evacuation"), name);
  }
});

test("a parameter of one name has one type in all tools", () => {
  const types = new Map<string, string>();
  for (const tool of catalogue.map(describeTool))
    for (const [name, schema] of parametersOf(tool)) {
      const { type } = schema as { type?: string };
      assert.equal(types.get(name) ?? type, type, `${tool.name}.${name}`);
      types.set(name, String(type));
    }
});
