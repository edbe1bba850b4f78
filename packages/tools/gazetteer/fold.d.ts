/**
 * The form in which place names are compared, line by line: small letters
 * without marks, words with one space between them, Saint and Mount shortened.
 */
export function fold(text: string): string;
