export function toolPath(tool: string): string {
  return `/tools/${encodeURIComponent(tool)}`;
}
