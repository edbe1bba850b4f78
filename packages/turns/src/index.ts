export { eachInTurns, finishInTurns, type Pause } from "./pause.ts";
export { sortSteps } from "./sort.ts";
export { type EventLoop, processTurns, sliceMs, Turns } from "./turns.ts";
