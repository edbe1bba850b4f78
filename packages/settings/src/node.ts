export {
  type Log,
  type LogLevel,
  type LogOptions,
  logGiven,
  logLevelSetting,
  logOf,
  logSettings,
  openLog,
  traceIdOf,
} from "./log.ts";
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
