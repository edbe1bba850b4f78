import { featuresAnswer } from "../answer/envelope.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { queryInput } from "../query/parameters.ts";
import { findRows, resolveQuery, toAnswer } from "../query/resolve-query.ts";
import { streamRows } from "../query/row-writer.ts";

const defaultLimit = 20;

/**
 * Features as rows: points with lon and lat, polygons with bbox, area in km² and an inner point.
 */
export const queryFeatures = defineTool({
  name: "query_features",
  title: "Find hotspots and fires",
  description:
    "Finds hotspots (satellite detections), wildfire perimeters or heat sources by area and time. To count use summarize_features, for a place assess_location. sort gives nearest, strongest, largest or first; fire its newest perimeter, or what lies inside. Returns rows with id, time, position, size, main properties; next_cursor has more. A detection is a warm pixel at an overpass, not a fire; no detection does not mean safe.",
  toolset: "core",
  annotations: readOnly,
  input: queryInput,
  output: featuresAnswer,
  async run(input, context) {
    const query = await resolveQuery(input, context);
    const found = await findRows(query, input, input.limit ?? defaultLimit, context);
    return toAnswer(query, found, context);
  },
  stream: (input, context, sink) => streamRows(input, context, sink),
});
