/**
 * A document with new content of a part that is made, between `<!-- NAME -->` and `<!-- /NAME -->`.
 *
 * @throws {Error} when the document has no such part
 */
export function withPart(document: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`There is no part ${begin} … ${end}`);
  return `${document.slice(0, from + begin.length)}\n${content}\n${document.slice(to)}`;
}
