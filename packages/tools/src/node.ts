export { type ExportFolderOptions, openExportFolder } from "./node/export-folder.ts";
export { bodyLimits, maxHeldBytes, watchHeap } from "./node/heap.ts";
export { pngPictures } from "./node/png.ts";
export { isAbandoned, openWorkers, ownerTag, type WorkerThreads } from "./node/workers.ts";
