import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { NameKind } from "../server/known-data.ts";
import { usePlayground } from "../state/playground.ts";
import { FieldNotes, type FormProps, fieldState, useFieldText } from "./field-input.tsx";
import type { Field } from "./fields.ts";

interface NameInputProps extends FormProps {
  readonly field: Field;
  readonly kind: NameKind;
  readonly label: string;
}

const pauseMs = 200;
const minLetters = 2;
const maxShown = 8;

/** A name, completed as one types: a combobox with a list, as the ARIA practices describe it. */
export function NameInput(props: NameInputProps) {
  const { draft, field, kind, label } = props;
  const [text, setText] = useFieldText(draft, field);
  const { names, complete, close } = useCompletions(kind);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const isOpen = names.length > 0;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.scrollIntoView({ block: "nearest" }), [names]);

  const choose = (name: string) => {
    setText(name);
    close();
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
      setActive(-1);
    } else if (event.key === "Enter" && isOpen && active >= 0) {
      // Chooses, and does not run yet.
      event.preventDefault();
      choose(names[active]!);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) return complete(text);
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      // The place after the last is the input itself.
      const count = names.length + 1;
      setActive(((active + 1 + step + count) % count) - 1);
    }
  };
  return (
    <div class="field">
      <label for={`field-${field.name}`}>
        {label}
        {field.isRequired && <span class="quiet-text"> (required)</span>}
      </label>
      <div class="combobox">
        <input
          id={`field-${field.name}`}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          autocomplete="off"
          spellcheck={false}
          value={text}
          {...fieldState(props, field)}
          onInput={(event) => {
            setText(event.currentTarget.value);
            complete(event.currentTarget.value);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={label}
          class="completions"
          hidden={!isOpen}
        >
          {names.map((name, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys of its list
            <div
              key={name}
              tabIndex={-1}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === active}
              // Keeps the focus in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {name}
            </div>
          ))}
        </div>
      </div>
      <FieldNotes {...props} />
    </div>
  );
}

/** Names for the newest text; an older question is given up. */
function useCompletions(kind: NameKind) {
  const { data } = usePlayground();
  const [names, setNames] = useState<readonly string[]>([]);
  const pending = useRef<{ timer: number; end: AbortController } | null>(null);
  const giveUp = () => {
    clearTimeout(pending.current?.timer);
    pending.current?.end.abort();
    pending.current = null;
  };
  useEffect(() => giveUp, []);

  const complete = (text: string) => {
    giveUp();
    const asked = text.trim();
    if (asked.length < minLetters) return setNames([]);
    const end = new AbortController();
    const timer = window.setTimeout(async () => {
      try {
        const found = await data.names(kind, asked, end.signal);
        if (!end.signal.aborted)
          setNames(found.filter((each) => each !== asked).slice(0, maxShown));
      } catch (error) {
        if (!end.signal.aborted) throw error;
      }
    }, pauseMs);
    pending.current = { timer, end };
  };
  const close = () => {
    giveUp();
    setNames([]);
  };
  return { names, complete, close };
}
