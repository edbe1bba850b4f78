export { type ExportFolderOptions, openExportFolder } from "./node/export-folder.ts";
export { pngPictures } from "./node/png.ts";
export { isAbandoned, openWorkers, ownerTag, type WorkerThreads } from "./node/workers.ts";
