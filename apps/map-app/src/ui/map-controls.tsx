import { scaleBar, type View } from "@emberline/map";
import { useState } from "preact/hooks";

interface Props {
  readonly isFullscreen: boolean;
  onZoom(factor: number): void;
  onFit(): void;
  /** Absent if the host has no full screen. */
  readonly onFullscreen?: (() => void) | undefined;
}

const step = 1.6;

export function MapControls({ isFullscreen, onZoom, onFit, onFullscreen }: Props) {
  return (
    <fieldset class="controls" aria-label="Map controls">
      <Control label="Zoom in" icon="M8,3v10M3,8h10" onClick={() => onZoom(step)} />
      <Control label="Zoom out" icon="M3,8h10" onClick={() => onZoom(1 / step)} />
      <Control
        label="Show all"
        icon="M8,2.5v3M8,10.5v3M2.5,8h3M10.5,8h3M8,8h.01M4.5,8a3.5,3.5 0 1 0 7,0a3.5,3.5 0 1 0 -7,0"
        onClick={onFit}
      />
      {onFullscreen && (
        <Control
          label={isFullscreen ? "Leave full screen" : "Full screen"}
          icon={
            isFullscreen
              ? "M6,2.5v3.5h-3.5M10,2.5v3.5h3.5M6,13.5v-3.5h-3.5M10,13.5v-3.5h3.5"
              : "M2.5,6v-3.5h3.5M10,2.5h3.5v3.5M13.5,10v3.5h-3.5M6,13.5h-3.5v-3.5"
          }
          onClick={onFullscreen}
        />
      )}
    </fieldset>
  );
}

function Control({ label, icon, onClick }: { label: string; icon: string; onClick(): void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

export function Scale({ view: { kmPerPixel, kind } }: { view: View }) {
  const { km, lengthPx } = scaleBar(kmPerPixel, 110);
  const length = km >= 1 ? `${km.toLocaleString("en")} km` : `${Math.round(km * 1000)} m`;
  return (
    <div class="scale">
      <span style={{ width: `${lengthPx}px` }} />
      {kind === "world" ? `${length} at the centre` : length}
    </div>
  );
}

interface AskBarProps {
  /** Puts the person's words into the conversation; false if the host refused them. */
  onAsk(words: string): Promise<boolean>;
}

/** "Ask about this area": a question of one's own, or the usual one. */
export function AskBar({ onAsk }: AskBarProps) {
  const [words, setWords] = useState("");
  const [outcome, setOutcome] = useState("");
  const send = async () => {
    const isSent = await onAsk(words).catch(() => false);
    setOutcome(
      isSent ? "Sent to the conversation." : "The conversation did not take the question.",
    );
    if (isSent) setWords("");
  };
  return (
    // Not a form: the sandbox of a host may forbid to submit one.
    <div class="ask">
      <input
        type="text"
        aria-label="Your question about the area shown"
        placeholder="What is the fire situation in this area?"
        value={words}
        maxLength={500}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={({ key, isComposing }) => key === "Enter" && !isComposing && void send()}
      />
      <button type="button" class="main" onClick={send}>
        Ask about this area
      </button>
      <output>{outcome}</output>
    </div>
  );
}
