import type { LonLat } from "@emberline/geo";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { tablesOf, toText } from "../../answer/tables.ts";
import { ApiError } from "../../server/api-error.ts";
import { usePlayground } from "../../state/playground.ts";
import { isLonLat } from "../geometry.ts";

interface Found {
  readonly name: string;
  readonly place: LonLat;
}

interface Props {
  onFound(place: LonLat): void;
  onClose(): void;
}

const maxShown = 6;

/** Places by name; one of them moves the map. */
export function FindPlace({ onFound, onClose }: Props) {
  const { api } = usePlayground();
  const input = useRef<HTMLInputElement>(null);
  const found = useSignal<readonly Found[]>([]);
  const note = useSignal<string | null>(null);
  useEffect(() => input.current?.focus(), []);
  const find = async (name: string) => {
    if (name.trim() === "") return;
    note.value = "Searching…";
    found.value = [];
    try {
      const { value } = await api.callForPage("find_place", { name, limit: maxShown });
      found.value = placesOf(value);
      note.value = found.value.length === 0 ? `No place is named “${name}”.` : null;
      const [only, ...others] = found.value;
      if (only && others.length === 0) onFound(only.place);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      note.value = error.message;
    }
  };
  return (
    <form
      class="map-find"
      aria-label="Find place"
      onSubmit={(event) => {
        event.preventDefault();
        void find(input.current!.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="map-find-line">
        <input ref={input} aria-label="Name of a place" placeholder="La Pine, Oregon" />
        <button type="submit" class="primary">
          Find
        </button>
      </div>
      <ul>
        {found.value.map(({ name, place }) => (
          <li key={`${name} ${place}`}>
            <button type="button" class="quiet" onClick={() => onFound(place)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p role="status">{note.value}</p>
    </form>
  );
}

function placesOf(answer: Parameters<typeof tablesOf>[0]): Found[] {
  return tablesOf(answer).flatMap(({ columns, rows }) =>
    rows.flatMap((cells) => {
      const record = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
      const place = [record.lon, record.lat];
      if (!isLonLat(place)) return [];
      const parts = [record.name, record.county, record.region, record.country].map(toText);
      return [{ name: parts.filter(Boolean).join(", "), place }];
    }),
  );
}
