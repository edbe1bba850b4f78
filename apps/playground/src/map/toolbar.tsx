import type { LonLat } from "@emberline/geo";
import { type JsonObject, recordsOf } from "@emberline/map-app/answer/json";
import { toText } from "@emberline/map-app/answer/tables";
import { isLonLat } from "@emberline/map-app/content/geometry";
import type { MapModel } from "@emberline/map-app/content/map-model";
import type { Camera } from "@emberline/map-app/content/map-props";
import { type Area, argumentsOf } from "@emberline/map-app/content/map-state";
import { boxInView } from "@emberline/map-app/content/seen";
import { useEscape } from "@emberline/map-app/ui/hooks";
import { Control } from "@emberline/map-app/ui/map-controls";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiError } from "../server/api.ts";
import { usePlayground } from "../state/playground.ts";

interface Props {
  readonly model: MapModel;
  /** Null while there is no map that moves. */
  readonly camera: Camera | null;
  readonly position: Signal<LonLat | null>;
}

const placeZoom = 9;

/** Finding a place, drawing an area, asking about what is in view. */
export function Toolbar({ model, camera, position }: Props) {
  const { ask, map, calls, route, isMapOpen } = usePlayground();
  const isFinding = useSignal(false);
  const note = useSignal<string | null>(null);
  if (!camera) return null;
  const drawing = map.drawing.value;
  const assess = (area: JsonObject) => {
    const time = model.time.value;
    isMapOpen.value = false;
    if (route.value.tab === "ask") {
      void ask.askAbout(area, time);
      return;
    }
    void calls.run(
      "assess_location",
      { ...area, ...(time !== null && { time }) },
      { by: "person" },
    );
  };
  const draw = (kind: Area["kind"]) => {
    note.value = null;
    map.drawing.value = {
      kind,
      done(area) {
        if (!area) return;
        map.edited.value = area;
        assess(argumentsOf(area));
      },
    };
  };
  const locate = () => {
    note.value = "Waiting for your position…";
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        note.value = null;
        position.value = [coords.longitude, coords.latitude];
        camera.lookAt(position.value, placeZoom);
      },
      ({ message }) => {
        note.value = `Your position is not known${message ? `: ${message}` : "."}`;
      },
    );
  };
  const giveUp = () => {
    map.drawing.value?.done(null);
    map.drawing.value = null;
  };
  return (
    <div class="map-toolbar">
      <div class="map-tools card" role="toolbar" aria-label="Map tools">
        <Control
          label="Find place"
          icon="find"
          isOn={isFinding.value}
          onClick={() => {
            isFinding.value = !isFinding.value;
          }}
        />
        <Control
          label="Draw box"
          icon="box"
          isOn={drawing?.kind === "box"}
          onClick={() => draw("box")}
        />
        <Control
          label="Draw circle"
          icon="circle"
          isOn={drawing?.kind === "circle"}
          onClick={() => draw("circle")}
        />
        <Control
          label="Search here"
          icon="search"
          onClick={() => {
            const seen = model.seen.peek();
            if (seen) assess({ bbox: boxInView(seen) });
          }}
        />
        {"geolocation" in navigator && (
          <Control label="My position" icon="position" onClick={locate} />
        )}
      </div>
      {isFinding.value && (
        <FindPlace
          onFound={(place) => {
            isFinding.value = false;
            camera.lookAt(place, placeZoom);
          }}
          onClose={() => {
            isFinding.value = false;
          }}
        />
      )}
      {drawing && (
        <p class="map-hint card bar" role="status">
          {drawing.kind === "box"
            ? "Drag a box. By keyboard: arrows move the map, Enter sets a corner, Enter again the other."
            : "Drag from the centre outwards. By keyboard: arrows move the map, Enter sets the centre, Enter again the edge."}
          <button type="button" class="small" onClick={giveUp}>
            Cancel
          </button>
        </p>
      )}
      {note.value && (
        <p class="map-hint card" role="status">
          {note.value}
        </p>
      )}
    </div>
  );
}

interface Found {
  readonly name: string;
  readonly place: LonLat;
}

interface FindPlaceProps {
  onFound(place: LonLat): void;
  onClose(): void;
}

const maxShown = 6;

/** Places by name; one of them moves the map. */
function FindPlace({ onFound, onClose }: FindPlaceProps) {
  const { api } = usePlayground();
  const input = useRef<HTMLInputElement>(null);
  const found = useSignal<readonly Found[]>([]);
  const note = useSignal<string | null>(null);
  useEffect(() => input.current?.focus(), []);
  useEscape(true, onClose);
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
      class="map-find card"
      aria-label="Find place"
      onSubmit={(event) => {
        event.preventDefault();
        void find(input.current!.value);
      }}
    >
      <div class="with-button">
        <input ref={input} aria-label="Name of a place" placeholder="Silver City, New Mexico" />
        <button type="submit" class="primary">
          Find
        </button>
      </div>
      <ul class="plain">
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

function placesOf(answer: JsonObject): Found[] {
  return recordsOf(answer).flatMap(({ name, county, region, country, lon, lat }) => {
    const place = [lon, lat];
    const parts = [name, county, region, country].map(toText).filter(Boolean);
    return isLonLat(place) ? [{ name: parts.join(", "), place }] : [];
  });
}
