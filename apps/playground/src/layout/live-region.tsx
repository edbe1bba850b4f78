import { usePlayground } from "../state/playground.ts";

/** The one live region of the page; it stays, since browsers do not speak a region that appears. */
export function LiveRegion() {
  const { announce } = usePlayground();
  return (
    <p role="status" class="visually-hidden">
      {announce.value}
    </p>
  );
}
