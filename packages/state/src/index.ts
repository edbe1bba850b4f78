export type { Counted, Counter, CreateCounter } from "./counters.ts";
export type { RedisCondition } from "./outage.ts";
export { openState, redisCheck, type State, type StateSettings, stateInMemory } from "./state.ts";
export {
  keyFrom,
  openBytes,
  sealBytes,
  sealedValues,
  UnreachableError,
  type Values,
} from "./values.ts";
