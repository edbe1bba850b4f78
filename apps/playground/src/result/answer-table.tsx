import { isGeometry } from "@emberline/geo";
import { type Table, toText } from "./answer.ts";
import { toCsv } from "./csv.ts";
import { DownloadButton } from "./download-button.tsx";

export interface AnswerTableProps {
  readonly table: Table;
  /** Without its extension. */
  readonly fileName: string;
}

/** A table that scrolls within itself, by keyboard too. */
export function AnswerTable({ table, fileName }: AnswerTableProps) {
  const { title, columns, rows } = table;
  const headingId = `table-${title}`;
  return (
    <div>
      <header>
        <h3 id={headingId}>
          {title} <span class="count">{rows.length}</span>
        </h3>
        <DownloadButton fileName={`${fileName}.csv`} type="text/csv" content={() => toCsv(table)}>
          Save as CSV
        </DownloadButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll" aria-labelledby={headingId} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column, i) => (
                <th key={i} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {columns.map((_, j) => (
                  <Cell key={j} value={row[j]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Longer texts may wrap. */
const lineLength = 50;

function Cell({ value }: { value: unknown }) {
  // Coordinates are on the map and in the saved file.
  const text = isGeometry(value) ? value.type : toText(value);
  const shape =
    typeof value === "number" ? "number" : text.length > lineLength ? "long" : undefined;
  return <td class={shape}>{text}</td>;
}
