import { useId, useState } from "preact/hooks";
import type { Tally } from "../chat/check-figures.ts";

const explanation =
  "No call returned this number of such things, and it is no rounding, conversion, sum, difference or share of one that was returned. Check it before you rely on it.";

/** A number that no call returned; why it is marked is shown on hover and with the focus. */
export function UnsupportedFigure({ text }: { readonly text: string }) {
  const id = useId();
  const [isHidden, setHidden] = useState(false);
  return (
    <button
      type="button"
      class="unsupported"
      aria-describedby={id}
      onKeyDown={({ key }) => setHidden(key === "Escape")}
      onBlur={() => setHidden(false)}
      onMouseEnter={() => setHidden(false)}
    >
      {text}
      <span class="unsupported-why card quiet-text" role="tooltip" id={id} hidden={isHidden}>
        {explanation}
      </span>
    </button>
  );
}

/** How many numbers of an answer are from which calls, and a way to those that are from none. */
export function FigureTally({ tally: { words, unsupported } }: { readonly tally: Tally }) {
  if (words === "") return null;
  return (
    <p class="tally quiet-text">
      {words}
      {unsupported > 0 && (
        <>
          {words.includes(":") ? ", " : ": "}
          <button
            type="button"
            class="to-unsupported"
            onClick={({ currentTarget }) => {
              const all = currentTarget.closest(".answer-text")!.querySelectorAll(".unsupported");
              (all[0] as HTMLElement | undefined)?.focus();
            }}
          >
            {unsupported} not from any call
          </button>
        </>
      )}
    </p>
  );
}
