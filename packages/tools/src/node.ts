export { positiveFromEnvironment } from "./node/environment.ts";
export { type ExportFolderOptions, openExportFolder } from "./node/export-folder.ts";
export { pngPictures } from "./node/png.ts";
