import type { LoadReport } from "./report.ts";

/** The report as text lines for people. */
export function reportLines(report: LoadReport): string[] {
  const { files, duplicates, broken, garbled, passedOver } = report;
  const lines = files.map(({ file, into, loaded }) => `${file}: ${loaded} into ${into}`);
  if (passedOver.length > 0) lines.push(`Passed over: ${passedOver.join(", ")}`);
  if (duplicates.total > 0) lines.push(`Duplicates, loaded once: ${duplicates.total}`);
  for (const { file, line, id } of duplicates.first) lines.push(`  ${file}:${line}: ${id}`);
  if (broken.total > 0) lines.push(`Refused: ${broken.total}`);
  for (const { file, line, reason } of broken.first) lines.push(`  ${file}:${line}: ${reason}`);
  if (garbled.total > 0) lines.push(`Loaded with lost characters: ${garbled.total}`);
  for (const { file, line, reason } of garbled.first) lines.push(`  ${file}:${line}: ${reason}`);
  for (const { total, first } of [duplicates, broken, garbled]) {
    if (total > first.length) lines.push(`  (the first ${first.length} of ${total} are listed)`);
  }
  return lines;
}
