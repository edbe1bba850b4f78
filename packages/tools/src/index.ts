export { type CallContext, type CallResult, callTool, defaultTimeoutMs } from "./call/call-tool.ts";
export { countTokens } from "./call/count-tokens.ts";
export type {
  Attachment,
  PictureFormat,
  Tool,
  ToolAnnotations,
  ToolContext,
  Toolset,
} from "./call/tool.ts";
export { ToolError, type ToolErrorCode } from "./call/tool-error.ts";
export { catalogue } from "./catalogue/catalogue.ts";
export { chooseTools, type ToolChoice } from "./catalogue/choose-tools.ts";
export { describeTool, type JsonSchema, type ToolDescription } from "./catalogue/describe-tool.ts";
export { syntheticDataNotice } from "./collection/collection-info.ts";
export type { ExportedFile, ExportSink, ExportStore } from "./export/store.ts";
export { svgPictures } from "./map/svg-pictures.ts";
export { operatorContext } from "./operator.ts";
export { createGeocoder, type Geocoder, type GeocoderSettings } from "./places/geocoder.ts";
export type { RoleSettings } from "./role-settings.ts";
export { didYouMean } from "./values/did-you-mean.ts";
