/** The samples of a text in the format of Prometheus: the value by name and labels, as written. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))] as const;
    }),
  );
}

/** Reads the metrics of a server until the condition holds: some are counted after answers. */
export async function metricsOf(
  url: string,
  isReady: (samples: Map<string, number>) => boolean = () => true,
): Promise<{ text: string; samples: Map<string, number> }> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const samples = samplesOf(text);
    if (isReady(samples)) return { text, samples };
  }
}
