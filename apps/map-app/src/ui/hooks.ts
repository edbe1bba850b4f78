import { useEffect, useRef, useState } from "preact/hooks";

/** Whether a media query matches now. */
export function useMatch(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  const [isMatch, setMatch] = useState(list.matches);
  useEffect(() => {
    const update = () => setMatch(list.matches);
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [list]);
  return isMatch;
}

/** The size of an element in pixels; null until it is laid out. */
export function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      // A size may still be told when the element has gone.
      const { clientWidth: width = 0, clientHeight: height = 0 } = element.current ?? {};
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}

/** What Escape closes, the last opened last. */
const closers: (() => void)[] = [];

document.addEventListener("keydown", (event) => {
  const close = closers.at(-1);
  if (event.key !== "Escape" || event.defaultPrevented || !close) return;
  event.preventDefault();
  close();
});

/** Escape closes what is open, and of several the one that was opened last. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const closer = () => latest.current();
    closers.push(closer);
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, [isOpen]);
}

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
