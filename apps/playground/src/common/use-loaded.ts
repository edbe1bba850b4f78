import { useEffect, useState } from "preact/hooks";

/**
 * What a load gives: undefined before, null when it fails. A load of another key replaces it.
 *
 * @param load null loads nothing
 */
export function useLoaded<Value>(load: (() => Promise<Value | null>) | null, key = "") {
  const [loaded, setLoaded] = useState<{ key: string; value: Value | null } | null>(null);
  const isWanted = load !== null;
  useEffect(() => {
    let isCurrent = true;
    const set = (value: Value | null) => isCurrent && setLoaded({ key, value });
    load?.().then(set, () => set(null));
    return () => {
      isCurrent = false;
    };
  }, [key, isWanted]);
  return loaded?.key === key ? loaded.value : undefined;
}
