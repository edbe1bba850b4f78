export { sortSteps } from "./sort.ts";
export {
  defer,
  type EventLoop,
  eachInTurns,
  finishInTurns,
  type Pause,
  processTurns,
  sliceMs,
  Turns,
} from "./turns.ts";
