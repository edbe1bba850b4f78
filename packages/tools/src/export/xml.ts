/** Characters that XML 1.0 forbids or discourages (section 2.2). */
const notXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removed on purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

/** Fast path: nothing to remove or escape. */
const plainText = /^[A-Za-z0-9 .,:;_/()-]*$/;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text, escaped for an element or attribute of XML 1.0. */
export function xml(text: string): string {
  if (plainText.test(text)) return text;
  return text.replace(notXml, "").replace(/[&<>"']/g, (character) => entities[character]!);
}

/** @param name trusted element name */
export function element(name: string, text: string): string {
  return `<${name}>${xml(text)}</${name}>`;
}
