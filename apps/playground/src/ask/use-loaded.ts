import { useEffect, useState } from "preact/hooks";

/** A part that is fetched when it is first needed; null until then, or if it cannot be had. */
export function useLoaded<Part>(load: () => Promise<Part>, isNeeded = true): Part | null {
  const [part, setPart] = useState<{ readonly value: Part } | null>(null);
  useEffect(() => {
    if (isNeeded && part === null)
      load().then(
        (value) => setPart({ value }),
        () => {},
      );
  }, [isNeeded]);
  return part?.value ?? null;
}
