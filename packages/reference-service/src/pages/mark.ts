import { raw } from "hono/html";

const flame =
  "M8 1c.5 3 4.5 4.5 4.5 8.5a4.5 4.5 0 0 1-9 0C3.5 7.5 5 6.5 5.5 5c1 .5 1.5 1.5 1.5 2.5C8 6 8.5 3.5 8 1z";

/** Emberline's mark in the header, in the colour of its text. */
export const mark = raw(`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${flame}"/></svg>`);

/** The same for the tab of a browser. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c8401c" d="${flame}"/></svg>`,
)}`;
