import { useEffect } from "preact/hooks";
import { goTo } from "../route/go-to.ts";
import { usePlayground } from "../state/playground.ts";

/** Ctrl K or ⌘ K lead to the search of the tools from everywhere. */
export function useSearchKeys(): void {
  const { desk } = usePlayground();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      goTo({ tab: "tools", tool: null, args: null, view: null });
      desk.searchWanted.value = true;
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [desk]);
}
