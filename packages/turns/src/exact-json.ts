/** Where a number may begin of which a double does not keep all digits. */
const longNumber = /[:,[\s]-?\d{16}/;

const tokens = /\\.|"|[-+.\deE]{16,}/gs;

const integer = /^-?[1-9]\d*$/;

/**
 * The value of a JSON text, as `JSON.parse` gives it, but for integers that a double would change:
 * these are texts of their digits.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!longNumber.test(text)) return value;
  let isInText = false;
  const exact = text.replace(tokens, (token) => {
    if (token === '"') isInText = !isInText;
    const isChanged = !isInText && integer.test(token) && String(Number(token)) !== token;
    return isChanged ? `"${token}"` : token;
  });
  return JSON.parse(exact);
}
