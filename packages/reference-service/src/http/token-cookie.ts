/** Carries the bearer token of a person who uses the pages in a browser. */
export const tokenCookie = "emberline_token";
