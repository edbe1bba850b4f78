import { isIPv6 } from "node:net";
import { wholeNumber } from "./parsers.ts";
import type { ValueSetting } from "./setting.ts";

/**
 * Signals closer together count as one, since npm forwards a Ctrl-C that the terminal also sends.
 */
const repeatMs = 500;

/**
 * Exits on SIGINT or SIGTERM after `stop` has resolved. A second signal exits at once.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let firstAtMs: number | undefined;
  const onSignal = () => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      void stop().finally(() => process.exit(0));
    } else if (performance.now() - firstAtMs > repeatMs) process.exit(1);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
}

const usualUnreadySeconds = 2;

/** In the tables of programs that a proxy may be in front of. */
export const unreadySeconds = {
  variable: "EMBERLINE_UNREADY_SECONDS",
  value: "N",
  unset: `${usualUnreadySeconds} with --trust-proxy, else 0`,
  help: "how long calls are still taken after a signal, while /readyz already answers 503: what a proxy needs to notice",
  parse: wholeNumber(0, 600),
} satisfies ValueSetting;

/** The milliseconds that a program stays unready before it stops. */
export function unreadyMsOf(values: {
  readonly unreadySeconds: number | undefined;
  readonly trustProxy: boolean;
}): number {
  return (values.unreadySeconds ?? (values.trustProxy ? usualUnreadySeconds : 0)) * 1000;
}

/**
 * Calls a function on SIGHUP, which else would end the program. In a terminal, whose end sends it,
 * it still does.
 */
export function onHangup(reload: () => void): void {
  if (!process.stdout.isTTY) process.on("SIGHUP", reload);
}

/** Whether a process of this machine exists, even if it belongs to another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    // Signal 0 only checks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Whether OpenTelemetry's own variables ask for traces. */
export function isTraced(environment: Readonly<Record<string, string | undefined>>): boolean {
  const isSet = (name: string) => (environment[name] ?? "").trim() !== "";
  return (
    (isSet("OTEL_EXPORTER_OTLP_ENDPOINT") || isSet("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")) &&
    environment.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
    environment.OTEL_TRACES_EXPORTER !== "none"
  );
}

/**
 * The key by which limits count an address: an IPv4 address itself, or the first 64 bits of an IPv6
 * address, since a household or machine owns all addresses behind them (RFC 6177).
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped) return mapped[1]!;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const first = [...before, ...zeros, ...after].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** A trailing IPv4 part stands for two groups, which are zero or outside the first 64 bits. */
function groupsOf(text: string): string[] {
  const groups = text.split(":").filter((group) => group !== "");
  return groups.flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
