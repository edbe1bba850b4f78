import type { ToolInput, ToolName } from "./tool-types.ts";

/** A call that shows what a tool is for. */
export interface ExampleCall<Input = Readonly<Record<string, unknown>>> {
  /** What it asks, as a person would. */
  readonly question: string;
  readonly input: Input;
}

/** One of the synthetic fires lies near this town. */
const near = "Chester, California";
const collection = "svc:hotspots";
const time = "last 7 days";

/** Examples of each tool, which answer with data on the synthetic data of the embedded service. */
export const exampleCalls: {
  readonly [Name in ToolName]: readonly ExampleCall<ToolInput<Name>>[];
} = {
  list_collections: [{ question: "What data is there?", input: {} }],
  describe_collection: [
    { question: "Which properties do the detections have?", input: { collection } },
  ],
  query_features: [
    {
      question: "Which were the strongest detections near Chester in the last week?",
      input: { collection, near, time, sort: "-frp", limit: 3 },
    },
    {
      question: "Which detections of the last day were above 50 MW?",
      input: { collection, time: "last 24h", filter: "frp > 50", limit: 5 },
    },
  ],
  get_feature: [
    {
      question: "What is known of this perimeter?",
      input: { collection: "svc:satellite-perimeters", id: "SYN-0001-009" },
    },
  ],
  list_simulations: [
    {
      question: "Which forecasts were completed last?",
      input: { status: "COMPLETED", limit: 3 },
    },
  ],
  summarize_features: [
    {
      question: "How many detections were there on each day of the last week?",
      input: { collection, time, group_by: ["day"] },
    },
  ],
  assess_location: [
    { question: "Is there a fire near Chester?", input: { near, time, radius_km: 80 } },
  ],
  assess_fire: [
    { question: "How is the Copperlark Ridge fire?", input: { fire: "Copperlark Ridge" } },
  ],
  compare_periods: [
    {
      question: "Which fires are new since yesterday?",
      input: { collection, before: "yesterday", after: "today" },
    },
  ],
  find_place: [
    { question: "Which Springfield is meant?", input: { name: "Springfield", limit: 5 } },
  ],
  show_map: [{ question: "What does it look like near Chester?", input: { near, time } }],
  export_features: [
    {
      question: "The detections of the last day, for a spreadsheet",
      input: { collection, time: "last 24h", format: "csv" },
    },
  ],
};
