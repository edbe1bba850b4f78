export { parseExact } from "./exact-json.ts";
export { sortSteps } from "./sort.ts";
export {
  defer,
  eachInTurns,
  finishInTurns,
  type Pause,
  processTurns,
  sliceMs,
  Turns,
} from "./turns.ts";
