/** File descriptors reserved for the program's files, its sockets to the service and threads. */
const ownFiles = 64;
const fewestConnections = 16;

/** The wanted number of connections, reduced to leave file descriptors for the program itself. */
export function fittingConnections({ maxConnections }: { maxConnections: number }): number {
  const fitting = Math.max(fewestConnections, (openFilesLimit() ?? Infinity) - ownFiles);
  return Math.min(maxConnections, fitting);
}

/** The limit of open files (`ulimit -n`); undefined if the runtime does not report it. */
function openFilesLimit(): number | undefined {
  const report = process.report?.getReport?.() as Report | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? undefined : soft;
}

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}
