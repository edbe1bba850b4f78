import { useEffect, useState } from "preact/hooks";

/** The fragment of the address, which names the tool. */
export function useHash(): string {
  const [hash, setHash] = useState(readHash);
  useEffect(() => {
    const update = () => setHash(readHash());
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return hash;
}

function readHash(): string {
  return location.hash.slice(1);
}
