export { type ExportFolderOptions, openExportFolder } from "./node/export-folder.ts";
export { isAbandoned, ownerTag } from "./node/owner.ts";
export { pngPictures } from "./node/png.ts";
export { openWorkers, type WorkerThreads } from "./node/workers.ts";
