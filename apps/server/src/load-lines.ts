import type { ReferenceService } from "@emberline/reference-service";

/** What loading found, a line each: what is served, what was passed over, what was refused. */
export function loadLines({
  report,
  synthetic,
}: Pick<ReferenceService, "report" | "synthetic">): string[] {
  const counts = Object.entries({ ...report.collections, simulations: report.simulations });
  const served = counts.map(([name, count]) => `${count} ${name}`).join(", ");
  const lines = [`  Serving ${synthetic ? "the synthetic sample: " : ""}${served}`];
  if (report.passedOver.length > 0) lines.push(`  Passed over: ${report.passedOver.join(", ")}`);
  const { duplicates, broken } = report;
  if (duplicates.total > 0) {
    lines.push(
      `  Loaded once, though there more than once: ${duplicates.total}, for example ${duplicates.first[0]?.id} (${duplicates.first[0]?.file}:${duplicates.first[0]?.line})`,
    );
  }
  if (broken.total > 0) {
    lines.push(`  Refused: ${broken.total} broken lines`);
    for (const { file, line, reason } of broken.first) lines.push(`    ${file}:${line}: ${reason}`);
  }
  return lines;
}
