/** A file of its own: the build of the documents reads it before any package is built. */
export function toolPath(tool: string): string {
  return `/tools/${encodeURIComponent(tool)}`;
}
