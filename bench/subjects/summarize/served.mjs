// Summarizes the hotspots where they are.
import { reportSummary } from "./summary-report.mjs";

await reportSummary((client) => client);
