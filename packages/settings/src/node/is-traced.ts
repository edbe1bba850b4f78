/** Whether OpenTelemetry's own variables ask for traces. */
export function isTraced(environment: Readonly<Record<string, string | undefined>>): boolean {
  const isSet = (name: string) => (environment[name] ?? "").trim() !== "";
  return (
    (isSet("OTEL_EXPORTER_OTLP_ENDPOINT") || isSet("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")) &&
    environment.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
    environment.OTEL_TRACES_EXPORTER !== "none"
  );
}
