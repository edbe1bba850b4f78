import { useMatch } from "@emberline/map-app/ui/hooks";
import { usePlayground } from "./playground.ts";

/** Where the map is a thumbnail; as `regions.css` has it. */
const phone = "(max-width: 559.98px), (max-width: 759.98px) and (min-height: 480.02px)";

export function usePhone(): boolean {
  return useMatch(phone);
}

/** Whether the map is a thumbnail now. */
export function useThumbnail(): boolean {
  const { isMapOpen } = usePlayground();
  return usePhone() && !isMapOpen.value;
}
