/** The playground's icon; in the URL itself, since a server on stdio has no address. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#c8401c" d="M8 1c.5 3 4.5 4.5 4.5 8.5a4.5 4.5 0 0 1-9 0C3.5 7.5 5 6.5 5.5 5c1 .5 1.5 1.5 1.5 2.5C8 6 8.5 3.5 8 1z"/></svg>`;

/** How the server introduces itself to clients and their users. */
export function serverInfo(version: string) {
  return {
    name: "emberline",
    title: "Emberline: questions about fires",
    version,
    description:
      "Satellite detections of fires, fire perimeters, static heat sources and forecasts of fire spread, with maps and exports.",
    websiteUrl: "https://github.com/emberline/emberline",
    icons: [
      {
        src: `data:image/svg+xml,${encodeURIComponent(icon)}`,
        mimeType: "image/svg+xml",
        sizes: ["any"],
      },
    ],
  };
}
