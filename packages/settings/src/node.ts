export { LiveSecrets } from "./live-secrets.ts";
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
  isFromThisMachine,
  metricsKeySetting,
  metricsRefusal,
  parseKeys,
} from "./metrics-access.ts";
export {
  fileOrJson,
  folder,
  type Given,
  type Invocation,
  parseValue,
  programVariables,
  readSettings,
  readVariable,
  refuseUnknownVariables,
} from "./read-settings.ts";
export {
  isProcessAlive,
  isTraced,
  networkOf,
  onHangup,
  stopOnSignal,
  unreadyMsOf,
  unreadySeconds,
} from "./stop-on-signal.ts";
