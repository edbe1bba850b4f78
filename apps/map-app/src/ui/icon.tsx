const paths = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  layers: "M8 2.5 14 6 8 9.5 2 6ZM2.5 9 8 12.2 13.5 9",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3 14 14",
  box: "M2.5 4h11v8h-11Z",
  circle: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11",
  search:
    "M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M8 5.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5",
  position: "M8 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M8 1.5V4M8 12v2.5M1.5 8H4M12 8h2.5",
  larger: "M2.5 7V2.5H7M9 13.5h4.5V9M13.5 2.5 9 7M2.5 13.5 7 9",
  smaller: "M7 2.5V7H2.5M13.5 9H9v4.5M13.5 2.5 9 7M2.5 13.5 7 9",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  previous: "M10 3 5 8l5 5",
  next: "M6 3l5 5-5 5",
  Play: "M4.5 3v10l8.5-5Z",
  Pause: "M5 3v10M11 3v10",
  "Next step": "M4 3v10l6.5-5ZM12.5 3v10",
  up: "M3 11l5-5 5 5",
  down: "M3 5l5 5 5-5",
} as const;

export type IconName = keyof typeof paths;

/** A picture next to a word, or in a button that has a name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="map-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
