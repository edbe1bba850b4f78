/** Files, sockets to the service and threads of the program itself. */
const ownFiles = 64;
const fewestConnections = 16;

/** How many connections there may be at most, of those wanted, so that the program itself never lacks a file. */
export function fittingConnections({ maxConnections }: { maxConnections: number }): number {
  const fitting = Math.max(fewestConnections, (openFilesLimit() ?? Infinity) - ownFiles);
  return Math.min(maxConnections, fitting);
}

/** How many files the system lets this process open (`ulimit -n`); undefined where the runtime does not tell. */
function openFilesLimit(): number | undefined {
  const report = process.report?.getReport?.() as Report | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? undefined : soft;
}

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}
