import { useEffect, useState } from "preact/hooks";

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
