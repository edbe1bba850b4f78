// Reads all hotspots to summarize them.
import { reportSummary } from "./summary-report.mjs";

await reportSummary(({ aggregates: _, ...client }) => client);
