import type { Days } from "../server/known-data.ts";
import type { DayRange } from "./periods.ts";

interface FromToProps {
  readonly days: Days;
  readonly range: DayRange | null;
  onRange(range: DayRange): void;
}

/** The first and the last day. */
export function FromTo({ days, range, onRange }: FromToProps) {
  const first = range?.[0] ?? days.counts[0]!.day;
  const last = range?.[1] ?? days.counts.at(-1)!.day;
  return (
    <div class="side-by-side">
      <div class="field">
        <label for="from-day">From</label>
        <input
          id="from-day"
          type="date"
          value={first}
          onChange={({ currentTarget: { value } }) =>
            value && onRange([value, value > last ? value : last])
          }
        />
      </div>
      <div class="field">
        <label for="to-day">To</label>
        <input
          id="to-day"
          type="date"
          value={last}
          onChange={({ currentTarget: { value } }) =>
            value && onRange([value < first ? value : first, value])
          }
        />
      </div>
    </div>
  );
}
