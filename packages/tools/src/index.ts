export { type CallContext, type CallResult, callTool, defaultTimeoutMs } from "./call-tool.ts";
export { catalogue } from "./catalogue.ts";
export { syntheticDataNotice } from "./collections.ts";
export { describeTool, type JsonSchema, type ToolDescription } from "./describe-tool.ts";
export { ToolError, type ToolErrorCode } from "./errors.ts";
export type { ExportedFile, ExportSink, ExportStore } from "./export/store.ts";
export { svgPictures } from "./map/svg-pictures.ts";
export { didYouMean } from "./nearest-name.ts";
export { operatorContext } from "./operator.ts";
export { createGeocoder, type Geocoder, type GeocoderSettings } from "./places/geocoder.ts";
export type { RoleSettings } from "./role-settings.ts";
export { countTokens } from "./tokens.ts";
export type {
  Attachment,
  PictureFormat,
  Tool,
  ToolAnnotations,
  ToolContext,
  Toolset,
} from "./tool.ts";
export { chooseTools, type ToolChoice } from "./toolsets.ts";
