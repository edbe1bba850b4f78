export {
  type Check,
  checkSwitch,
  type Finding,
  lineOf,
  runChecks,
} from "./checks.ts";
export { escapeHidden, hiddenCharacters, logLine } from "./log-line.ts";
export {
  choiceOf,
  httpUrl,
  json,
  list,
  listOf,
  oneOf,
  positiveNumber,
  serverUrl,
  text,
  unknownName,
  wholeNumber,
} from "./parsers.ts";
export { helpLines, markdownTable } from "./print.ts";
export {
  type SettingsTable,
  type Switch,
  type ValueSetting,
  type ValuesOf,
  WrongValue,
} from "./setting.ts";
export { traceOf } from "./trace.ts";
