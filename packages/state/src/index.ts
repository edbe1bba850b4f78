export type { Counted, Counter, CounterOptions, CreateCounter } from "./counters.ts";
export type { Messages } from "./messages.ts";
export { openState, type State, type StateSettings, stateInMemory } from "./state.ts";
export {
  keyFrom,
  openBytes,
  sealBytes,
  sealedValues,
  UnreachableError,
  type Values,
} from "./values.ts";
