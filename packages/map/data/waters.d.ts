/** Lines of positions: see make-waters.mjs. */
export const rivers: string;
/** Rings. */
export const lakes: string;
