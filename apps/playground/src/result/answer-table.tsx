import { type Table, toText } from "./answer.ts";

/** A table that scrolls within itself, by keyboard too. */
export function AnswerTable({ table: { title, columns, rows } }: { table: Table }) {
  const headingId = `table-${title}`;
  return (
    <div>
      <h3 id={headingId}>
        {title} <span class="count">{rows.length}</span>
      </h3>
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

/** What is longer may wrap. */
const lineLength = 50;

function Cell({ value }: { value: unknown }) {
  const text = toText(value);
  const shape =
    typeof value === "number" ? "number" : text.length > lineLength ? "long" : undefined;
  return <td class={shape}>{text}</td>;
}
