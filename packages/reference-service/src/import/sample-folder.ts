import { fileURLToPath } from "node:url";

/** A small sample of real fires: `NOTICE.md` says which, and whose data it is. */
export const sampleFolder = fileURLToPath(new URL("../../sample", import.meta.url));
