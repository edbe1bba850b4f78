import { useEffect, useRef, useState } from "preact/hooks";
import { type JsonObject, objectOf } from "../answer/json.ts";
import type { MapFeature } from "../content/features.ts";
import type { CallTool } from "../content/read-layer.ts";

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

type Details =
  | { readonly status: "loading" | "none" }
  | { readonly status: "loaded"; readonly properties: JsonObject }
  | { readonly status: "failed"; readonly reason: string };

/** All properties of a feature, which the map itself does not need; simulations have no further. */
export function useDetails(feature: MapFeature | null, call: CallTool | null): Details {
  const [details, setDetails] = useState<Details>({ status: "none" });
  useEffect(() => {
    if (!feature || feature.id === null || feature.kind === "simulation" || !call)
      return setDetails({ status: "none" });
    const { id, layer } = feature;
    const end = new AbortController();
    setDetails({ status: "loading" });
    call("get_feature", { collection: layer, id }, end.signal).then(
      ({ properties }) => {
        if (end.signal.aborted) return;
        setDetails({ status: "loaded", properties: objectOf(properties) });
      },
      (error) => {
        if (!end.signal.aborted) setDetails({ status: "failed", reason: String(error.message) });
      },
    );
    return () => end.abort();
  }, [feature, call]);
  return details;
}
