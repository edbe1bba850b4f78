export {
  fileOrJson,
  folder,
  type Given,
  type Invocation,
  parseValue,
  programVariables,
  readSettings,
  refuseUnknownVariables,
} from "./node/read-settings.ts";
export { isProcessAlive, isTraced, networkOf, stopOnSignal } from "./node/stop-on-signal.ts";
