export { acquisitionTime } from "./firms/acquisition-time.ts";
export { detectionId } from "./firms/detection-id.ts";
