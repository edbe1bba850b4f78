import type { Detections, MapLayers } from "./map-request.ts";
import { circlePath, dotPath, px, squarePath } from "./path.ts";
import {
  type Change,
  changedPerimeter,
  changePath,
  changeSymbols,
  changes,
  detectionSymbols,
  growthSymbol,
  perimeterSymbol,
  plainDetections,
  simulationSymbols,
  staticSourceSymbols,
  townSymbol,
} from "./symbols.ts";
import {
  type Ages,
  areaText,
  dayText,
  escapeXml,
  strengthLabels,
  strengthRadiiPx,
  textWidth,
} from "./text.ts";
import type { Theme } from "./theme.ts";

const legendSizePx = 11.5;
const rowPx = 18;
const symbolPx = 16;
const gapPx = 10;

interface Entry {
  /** Draws the symbol about the middle of its left end; null for a heading. */
  readonly symbol: ((x: number, y: number) => string) | null;
  readonly text: string;
}

export interface Legend {
  readonly width: number;
  readonly height: number;
  /** The legend with its upper left corner at `x`, `y`. */
  draw(x: number, y: number): string;
}

/** The legend for the symbols on the map, in rows of at most `width` pixels; 0 is a column. */
export function legendOf(explained: Explained, width: number): Legend {
  const { theme } = explained;
  const rows = flow(entriesOf(explained), width);
  const widest = rows
    .flat()
    .reduce((most, { entry, left }) => Math.max(most, left + widthOf(entry)), gapPx);
  return {
    width: widest - gapPx,
    height: rows.length * rowPx,
    draw: (x, y) =>
      rows
        .flatMap((row, i) =>
          row.map(({ entry, left }) => drawEntry(entry, x + left, y + (i + 0.5) * rowPx, theme)),
        )
        .join(""),
  };
}

/** What a legend explains. */
interface Explained {
  readonly layers: MapLayers;
  readonly ages: Ages;
  readonly theme: Theme;
  /** What towns have their distance from; null if none has one. */
  readonly measured: string | null;
}

function entriesOf({ layers, ages, theme, measured }: Explained): Entry[][] {
  return [
    ...growthEntries(layers, theme),
    ...changeEntries(layers, theme),
    ...detectionEntries(layers, ages, theme),
    ...singleEntries(layers, theme),
    ...(measured === null
      ? []
      : [
          [
            {
              text: `Town, km to ${measured}`,
              symbol: (x: number, y: number) => townSymbol(theme, [x + 8, y]),
            },
          ],
        ]),
  ];
}

/** A patch of the map, about the middle of its left end. */
const patch = (x: number, y: number) => `M${px(x + 1)},${px(y - 5)}h14v10h-14Z`;

/** Each step of a growth with its day and its area. */
function growthEntries({ growth = [] }: MapLayers, theme: Theme): Entry[][] {
  const years = new Set(growth.map(({ timeMs }) => timeMs && new Date(timeMs).getUTCFullYear()));
  const [year] = years;
  const isOneYear = years.size === 1 && year;
  const entries = growth.map(({ timeMs, areaKm2 }, step): Entry => {
    const day = timeMs === null ? "no date" : dayText(timeMs);
    const when = isOneYear ? day.replace(` ${year}`, "") : day;
    return {
      text: areaKm2 === null ? when : `${when}: ${areaText(areaKm2)}`,
      symbol: (x, y) => growthSymbol(theme, step, growth.length, patch(x, y)),
    };
  });
  const heading = isOneYear ? `Outline in ${year}` : "Outline";
  return growth.length > 0 ? [[{ symbol: null, text: heading }, ...entries]] : [];
}

const changeWords: Readonly<Record<Change, string>> = {
  new: "new",
  continuing: "continuing",
  ended: "not seen again",
};

function changeEntries(layers: MapLayers, theme: Theme): Entry[][] {
  const { changes: compared, perimeters = [] } = layers;
  const newestFirst = [...changes].reverse();
  const points = newestFirst
    .filter((change) => compared && compared[change].length > 0)
    .map((change): Entry => {
      const text = `${compared![change].length.toLocaleString("en")} ${changeWords[change]}`;
      return {
        text,
        symbol: (x, y) => changeSymbols(theme, change, changePath(change, x + 8, y, 5)),
      };
    });
  const fires = newestFirst.flatMap((change): Entry[] => {
    const count = perimeters.filter((each) => each.change === change).length;
    const symbol = (x: number, y: number) => changedPerimeter(theme, change, patch(x, y));
    return count > 0 ? [{ text: `${count} ${changeWords[change]}`, symbol }] : [];
  });
  if (perimeters.some(({ change }) => change === "before"))
    fires.push({
      text: "earlier outline",
      symbol: (x, y) => changedPerimeter(theme, "before", patch(x, y)),
    });
  return [
    ...(points.length > 0 ? [[{ symbol: null, text: "Detections" }, ...points]] : []),
    ...(fires.length > 0 ? [[{ symbol: null, text: "Fires" }, ...fires]] : []),
  ];
}

function detectionEntries(layers: MapLayers, ages: Ages, theme: Theme): Entry[][] {
  const { detections = [], growth } = layers;
  if (detections.length === 0) return [];
  // Colours are those of growth there.
  if (growth)
    return [
      [
        {
          text: "Detection",
          symbol: (x, y) => plainDetections(theme, dotPath(x + 8, y)),
        },
      ],
    ];
  const age: Entry[] =
    ages.asOfMs === null
      ? [{ text: "Detection", symbol: (x, y) => detectionSymbols(theme, 3, dotPath(x + 8, y), 4) }]
      : [
          { symbol: null, text: "Detections" },
          ...ages.labels.map((text, step) => ({
            text,
            symbol: (x: number, y: number) => detectionSymbols(theme, step, dotPath(x + 8, y), 4),
          })),
        ];
  const power: Entry[] = [
    { symbol: null, text: "Power" },
    ...strengthLabels.map((text, step) => ({
      text,
      symbol: (x: number, y: number) =>
        detectionSymbols(theme, 1, dotPath(x + 8, y), strengthRadiiPx[step]!),
    })),
  ];
  return hasPower(detections) ? [age, power] : [age];
}

function singleEntries(layers: MapLayers, theme: Theme): Entry[][] {
  const { perimeters = [], staticSources = [], simulations = [] } = layers;
  const single: Entry[] = [];
  const plain = perimeters.filter(({ change }) => change === undefined);
  if (plain.length > 0) {
    single.push({
      text: plain.length > 1 ? "Perimeter, darker: newer" : "Fire perimeter",
      symbol: (x, y) => perimeterSymbol(theme, 0, patch(x, y)),
    });
  }
  if (staticSources.length > 0) {
    single.push({
      text: "Static heat source",
      symbol: (x, y) => staticSourceSymbols(theme, squarePath(x + 8, y, 7)),
    });
  }
  if (simulations.length > 0) {
    single.push({
      text: "Simulation (a forecast)",
      symbol: (x, y) => simulationSymbols(theme, circlePath(x + 8, y, 5.5)),
    });
  }
  return single.map((entry) => [entry]);
}

function hasPower(detections: Detections): boolean {
  for (const { frpMw } of detections) if (frpMw !== null) return true;
  return false;
}

/** Places entries in rows; a group that does not fit into the current row starts a new one. */
function flow(groups: readonly Entry[][], width: number): { entry: Entry; left: number }[][] {
  const rows: { entry: Entry; left: number }[][] = [];
  let left = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    const whole = group.reduce((sum, entry) => sum + widthOf(entry), 0);
    if (left > 0 && left + whole > width) {
      rows.push([]);
      left = 0;
    }
    for (const entry of group) {
      if (left > 0 && left + widthOf(entry) > width) {
        rows.push([]);
        left = 0;
      }
      rows.at(-1)!.push({ entry, left });
      left += widthOf(entry);
    }
    left += gapPx / 2;
  }
  return rows;
}

function widthOf({ symbol, text }: Entry): number {
  return (symbol ? symbolPx + 3 : 0) + textWidth(text, legendSizePx, !symbol) + gapPx;
}

function drawEntry({ symbol, text }: Entry, x: number, y: number, theme: Theme): string {
  const textX = px(symbol ? x + symbolPx + 3 : x);
  const weight = symbol ? "" : ' font-weight="bold"';
  return `${symbol?.(x, y) ?? ""}<text x="${textX}" y="${px(y + 4.2)}" font-size="${legendSizePx}" fill="${theme.text}"${weight}>${escapeXml(text)}</text>`;
}
