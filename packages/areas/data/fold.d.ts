/**
 * The form in which place names are compared, line by line: lower case without diacritics, single
 * spaces between words, Saint and Mount abbreviated.
 */
export function fold(text: string): string;
