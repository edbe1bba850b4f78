import { useEffect, useState } from "preact/hooks";

/** As `grid.css` has it. */
export const headPx = 36;

/** The height of a row: a finger needs a larger target than a mouse. */
export function useRowPx(): number {
  const [isCoarse, setIsCoarse] = useState(() => coarse().matches);
  useEffect(() => {
    const query = coarse();
    const change = () => setIsCoarse(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return isCoarse ? 44 : 32;
}

function coarse(): MediaQueryList {
  return matchMedia("(pointer: coarse)");
}
