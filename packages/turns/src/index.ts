export { eachInTurns, finishInTurns, type Pause } from "./pause.ts";
export { sortSteps } from "./sort.ts";
export { defer, type EventLoop, processTurns, sliceMs, Turns } from "./turns.ts";
