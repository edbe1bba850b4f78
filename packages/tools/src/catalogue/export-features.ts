import type { Feature } from "@emberline/core";
import { z } from "zod";
import {
  budgetParameter,
  envelopeOf,
  explainParameter,
  featuresAnswer,
  noticesMembers,
  noticesOf,
  withFirst,
} from "../answer/envelope.ts";
import type { ToolContext } from "../call/context.ts";
import { defineTool } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import { emptyNoticesInBrief } from "../describe/why-empty.ts";
import type { ExportSubject } from "../export/export-format.ts";
import { formatNames, formats } from "../export/formats.ts";
import { writeExport } from "../export/write-export.ts";
import { tallyNotices } from "../reading/tally.ts";
import { describeSelection } from "../selection/describe-selection.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import { selectionInBrief } from "../selection/parameters.ts";
import { resolveSelection, type Selection } from "../selection/selection.ts";

const { selection, matched, matched_exact } = featuresAnswer.shape;
const count = z.number().int();

const output = z.object({
  selection,
  format: z.string(),
  count: count.describe("features in the file"),
  size_bytes: count,
  url: z.string().optional().describe("download: pass on"),
  path: z.string().optional(),
  expires: z.string().optional(),
  matched,
  matched_exact,
  no_location: count.optional(),
  no_time: count.optional(),
  complete: z.boolean(),
  newest: z.string(),
  ...noticesMembers,
});

/** Room for a million features through a slow service. */
const timeoutMs = 600_000;

/** Writes all features to a file in one of four formats; the answer says where it is. */
export const exportFeatures = defineTool({
  name: "export_features",
  title: "Export features to a file",
  description:
    "Writes all matching features, however many, to a file for a spreadsheet or GIS. To look at some use query_features. Returns a link or path, count and size. Takes up to minutes; refused where the operator allows no files. Perimeters repeat a fire unless latest_per_fire.",
  toolset: "output",
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  timeoutMs,
  input: z.object({
    ...selectionInBrief,
    latest_per_fire: z
      .boolean()
      .optional()
      .describe("Only the newest snapshot of each fire (default false)."),
    properties: z
      .array(z.string().max(100))
      .min(1)
      .max(100)
      .optional()
      .describe("Which to keep, in order (default all)."),
    format: z.enum(formatNames).describe("csv: outlines as WKT."),
    ...explainParameter,
    ...budgetParameter,
  }),
  output,
  async run(input, context) {
    const store = context.exports;
    if (!store) {
      throw new ToolError(
        "not_allowed",
        "Exports are not allowed here: the operator must start emberline-mcp with --export-dir DIR (or EMBERLINE_EXPORT_DIR).",
      );
    }
    const selection = await resolveSelection(input, context, {
      latestPerFire: input.latest_per_fire,
    });
    const { collection } = selection;
    checkProperties(input.properties ?? [], collection, "properties");
    const said = withFirst(context, selection.timeNotice);
    const about = noticesOf(said, collection.isSynthetic === true, collection.notices);
    const subject: ExportSubject = {
      selection,
      described: describeSelection(selection),
      // A file has one list, in which the service's are attributed.
      notices: [
        ...(about.notices ?? []),
        ...selection.uncovered,
        ...(selection.unheld ? [selection.unheld] : []),
        ...(about.service_notices ?? []),
      ],
      properties: input.properties ?? (await propertyNames(selection, context)),
      isSubset: input.properties !== undefined,
    };
    const format = formats[input.format];
    const written = await writeExport(subject, format, store, context);
    const { file, count, sizeBytes, tally } = written;
    const empty = count === 0 ? await emptyNoticesInBrief(selection, context) : [];
    const notices = [
      ...empty,
      ...tallyNotices(tally, filtersSnapshots(selection)),
      ...written.notices,
    ];
    const { omitted: _, ...envelope } = envelopeOf(
      { selection, tally, omitted: 0, cut: null, notices },
      context,
    );
    const keep = () => ({
      ...envelope,
      format: input.format,
      count,
      size_bytes: sizeBytes,
      ...(file.path === undefined ? { url: file.uri } : { path: file.path }),
      ...(file.expires !== undefined && { expires: file.expires }),
    });
    const { uri, name } = file;
    return {
      parts: 0,
      keep,
      attachment: { kind: "file", uri, name, mimeType: format.mimeType, sizeBytes },
      discard: () => written.discard(),
    };
  },
});

/** Enough to find every property that is not rare, if the service does not list them. */
const sampleSize = 1000;

/** Names of the properties, from the queryables or else from a sample of the features. */
async function propertyNames(
  { collection, query }: Selection,
  { client, signal, pause }: ToolContext,
): Promise<string[]> {
  const { queryables } = collection;
  if (queryables) {
    const listed = queryables.filter(({ type }) => type !== "geometry");
    return [...new Set(listed.flatMap(({ id }) => id ?? []))];
  }
  const sample = { ...query, limit: sampleSize, signal, pause };
  const { features } = await client.features.page(collection.id, sample);
  const names = (feature: Feature) => Object.keys(feature.properties ?? {});
  return [...new Set(features.flatMap(names))];
}
