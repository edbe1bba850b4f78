export {
  fileOrJson,
  folder,
  type Given,
  type Invocation,
  parseValue,
  programVariables,
  readSettings,
  refuseUnknownVariables,
} from "./read-settings.ts";
export { isProcessAlive, isTraced, networkOf, stopOnSignal } from "./stop-on-signal.ts";
