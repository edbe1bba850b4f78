/** What the table leaves out or names in vain, and packages that are too high: one line each. */
export function floorFaults(): string[];
/** The text of floors.json. */
export function floorsJson(): string;
