import type { ToolInput, ToolName } from "./tool-types.ts";

/** A call that shows what a tool is for. */
export interface ExampleCall<Input = Readonly<Record<string, unknown>>> {
  /** What it asks, as a person would. */
  readonly question: string;
  readonly input: Input;
}

/** The Trout fire of June 2025 burned near this town. */
const near = "Silver City, New Mexico";
const collection = "svc:hotspots";
const time = "2025-06-17/2025-06-23";

/** Examples of each tool, which answer with data on the sample of the embedded service. */
export const exampleCalls: {
  readonly [Name in ToolName]: readonly ExampleCall<ToolInput<Name>>[];
} = {
  list_collections: [{ question: "What data is there?", input: {} }],
  describe_collection: [
    { question: "Which properties do the detections have?", input: { collection } },
  ],
  query_features: [
    {
      question: "Which were the strongest detections near Silver City from 17 to 23 June 2025?",
      input: { collection, near, time, sort: "-frp", limit: 3 },
    },
    {
      question: "Which detections of 19 June 2025 were above 50 MW?",
      input: { collection, time: "2025-06-19", filter: "frp > 50", limit: 5 },
    },
  ],
  get_feature: [
    {
      question: "What is known of this perimeter?",
      input: { collection: "svc:satellite-perimeters", id: "2025-NMGNF-000384-029" },
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
      question: "How many detections were there on each day from 17 to 23 June 2025?",
      input: { collection, time, group_by: ["day"] },
    },
  ],
  assess_location: [
    {
      question: "Was there a fire near Silver City from 17 to 23 June 2025?",
      input: { near, time, radius_km: 50 },
    },
    {
      question: "Which of these towns had a fire near, and how far?",
      input: { near: `${near}; Deming, New Mexico; Clifton, Arizona`, time, radius_km: 30 },
    },
  ],
  assess_fire: [
    {
      question: "How did the Trout fire grow until 24 June 2025?",
      input: { fire: "Trout", time: "2025-06-12/2025-06-24" },
    },
  ],
  compare_periods: [
    {
      question: "Where did detections begin or end from 19 to 20 June 2025?",
      input: { collection, before: "2025-06-19", after: "2025-06-20" },
    },
  ],
  find_place: [
    { question: "Which Springfield is meant?", input: { name: "Springfield", limit: 5 } },
  ],
  show_map: [{ question: "What did it look like near Silver City?", input: { near, time } }],
  export_features: [
    {
      question: "The detections of 19 June 2025, for a spreadsheet",
      input: { collection, time: "2025-06-19", format: "csv" },
    },
  ],
};
