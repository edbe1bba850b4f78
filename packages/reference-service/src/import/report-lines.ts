import type { LoadReport } from "./report.ts";

/** The report as text lines for people. */
export function reportLines(report: LoadReport): string[] {
  const { files, duplicates, broken, passedOver } = report;
  const lines = files.map(({ file, into, loaded }) => `${file}: ${loaded} into ${into}`);
  if (passedOver.length > 0) lines.push(`Passed over: ${passedOver.join(", ")}`);
  if (duplicates.total > 0) lines.push(`Duplicates, loaded once: ${duplicates.total}`);
  for (const { file, line, id } of duplicates.first) lines.push(`  ${file}:${line}: ${id}`);
  if (broken.total > 0) lines.push(`Refused: ${broken.total}`);
  for (const { file, line, reason } of broken.first) lines.push(`  ${file}:${line}: ${reason}`);
  for (const { total, first } of [duplicates, broken]) {
    if (total > first.length) lines.push(`  (the first ${first.length} of ${total} are listed)`);
  }
  return lines;
}
