export { CallQueue, defaultCallLimits } from "./call/call-queue.ts";
export type { Attachment, CallResult, PictureFormat } from "./call/context.ts";
export { countTokens } from "./call/count-tokens.ts";
export { cursorKeyOf } from "./call/cursor.ts";
export type { ExportSink, ExportStore } from "./call/export-store.ts";
export type { CallLimits } from "./call/lane.ts";
export { excessOf } from "./call/parse-input.ts";
export { type RowForm, rowForms } from "./call/row-sink.ts";
export { callTool } from "./call/run-call.ts";
export { canStream, streamTool } from "./call/stream-tool.ts";
export type { CallContext, EndedCall, Tool, ToolAnnotations, Toolset } from "./call/tool.ts";
export {
  type Candidate,
  type Choice,
  type Fault,
  type ToldError,
  ToolError,
  type ToolErrorCode,
} from "./call/tool-error.ts";
export { catalogue } from "./catalogue/catalogue.ts";
export { chooseTools } from "./catalogue/choose-tools.ts";
export { describeTool, type JsonSchema, type ToolDescription } from "./catalogue/describe-tool.ts";
export { type ExampleCall, exampleCalls } from "./catalogue/example-calls.ts";
export { firstTools } from "./catalogue/first-tools.ts";
export type { ToolAnswer, ToolInput, ToolName } from "./catalogue/tool-types.ts";
export { helpers } from "./helpers.ts";
export { svgPictures } from "./map/draw.ts";
export { placesIn } from "./map/places-in.ts";
export { openClient } from "./open-client.ts";
export {
  joinServices,
  openServices,
  rolesOfService,
} from "./open-services.ts";
export { geocoderOf, operatorSettings, shownByDefault } from "./operator-settings.ts";
export { createGeocoder, type GeocoderSettings } from "./places/geocoder.ts";
export { boxOfArea } from "./places/resolve-named-area.ts";
export { type CallPlan, planCall } from "./plan/plan-call.ts";
export { rawSizeOf } from "./plan/raw-size.ts";
export { preload } from "./preload.ts";
export { mayLackSimulations, servedTools } from "./served-tools.ts";
export { type CollectionAbilities, describeServer } from "./server/server-abilities.ts";
export { type ServiceSettings, secretOf, serviceOf } from "./service-settings.ts";
export {
  type NamedService,
  parseServices,
  type ReadSecret,
  type ServiceEntry,
  servicesOf,
  servicesSetting,
  withCredentials,
} from "./services-settings.ts";
export { didYouMean } from "./values/did-you-mean.ts";
export type { RoleSettings } from "./values/roles.ts";
export type { LayerSettings } from "./values/service-notices.ts";
export { syntheticDataNotice } from "./values/synthetic.ts";
export { listNames, quoted } from "./values/text.ts";
export { toBase64 } from "./values/text-numbers.ts";
export type { Workers } from "./work/workers.ts";
