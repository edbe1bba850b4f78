/** A share of a whole, from 0 to 1, as a bar; the numbers stand beside it. */
export function Share({ part }: { part: number }) {
  return (
    <span class="share" aria-hidden="true">
      <span style={{ width: `${100 * Math.min(1, part)}%` }} />
    </span>
  );
}
