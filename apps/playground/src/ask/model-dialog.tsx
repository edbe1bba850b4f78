import "./model-dialog.css";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import {
  type ChosenModel,
  forget,
  type PresetId,
  parseBaseUrl,
  presetOf,
  presets,
  remember,
  remembered,
} from "../chat/chosen-model.ts";
import { type ListedModel, listModels, testModel } from "../chat/endpoint.ts";
import { checkPolicy, ModelError } from "../chat/refusals.ts";
import { usePlayground } from "../state/playground.ts";

type Fields = Readonly<Record<Exclude<keyof ChosenModel, "preset">, string>>;

const ownFetch = globalThis.fetch.bind(globalThis);

/** Chooses the model that answers: where it is, its name and key, with a test. */
export function ModelDialog() {
  const { ask, status } = usePlayground();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const work = useRef(new AbortController());
  const id = useId();
  const [preset, setPreset] = useState(() => presetOf(ask.model.value?.preset ?? "ollama"));
  const [fields, setFields] = useState(() => fieldsOf(ask.model.value ?? preset));
  const [listed, setListed] = useState<readonly ListedModel[]>([]);
  const [report, setReport] = useState({ isBad: false, text: "" });
  const [isKept, setIsKept] = useState(() => remembered() !== null);

  useEffect(() => {
    dialog.current?.showModal();
    return () => work.current.abort();
  }, []);

  const close = () => {
    ask.isChoosing.value = false;
  };
  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    setReport({ isBad: false, text: "" });
  };
  const choosePreset = (next: PresetId) => {
    setListed([]);
    setPreset(presetOf(next));
    // A key must not go to another endpoint.
    change(fieldsOf(presetOf(next)));
  };
  const chooseName = (name: string) => {
    const size = listed.find((each) => each.name === name)?.contextTokens;
    change({ name, ...(size && { contextTokens: String(size) }) });
  };
  const model = (): ChosenModel => ({
    preset: preset.id,
    baseUrl: parseBaseUrl(fields.baseUrl),
    name: fields.name.trim(),
    key: fields.key.trim(),
    contextTokens: Number(fields.contextTokens),
  });
  /** Does something with the endpoint and reports how it went. */
  const attempt = async (busy: string, act: (signal: AbortSignal) => Promise<string>) => {
    work.current.abort();
    work.current = new AbortController();
    const { signal } = work.current;
    setReport({ isBad: false, text: busy });
    try {
      checkPolicy(parseBaseUrl(fields.baseUrl), status.value?.chatOrigins ?? null);
      const text = await act(signal);
      if (!signal.aborted) setReport({ isBad: false, text });
    } catch (error) {
      if (!signal.aborted) setReport({ isBad: true, text: sentenceOf(error) });
    }
  };
  const list = () =>
    attempt("Asking for the models…", async (signal) => {
      const found = await listModels(model(), { fetch: ownFetch, signal });
      setListed(found);
      if (found.length === 0) return "The endpoint has no models yet: load one there.";
      return `${found.length.toLocaleString("en")} models: choose one, or type its name.`;
    });
  const test = () => {
    if (!form.current!.reportValidity()) return;
    void attempt("Asking the model to call a tool…", (signal) =>
      testModel(model(), { fetch: ownFetch, signal }),
    );
  };
  const use = (event: SubmitEvent) => {
    event.preventDefault();
    try {
      ask.model.value = model();
      if (isKept) remember(ask.model.value);
      else forget();
      close();
    } catch (error) {
      setReport({ isBad: true, text: sentenceOf(error) });
    }
  };
  const bound = (name: keyof Fields, write = (text: string) => change({ [name]: text })) => ({
    value: fields[name],
    autocomplete: "off",
    spellcheck: false,
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => write(value),
  });

  return (
    <dialog ref={dialog} class="model-dialog" aria-labelledby={`${id}-title`} onClose={close}>
      <form ref={form} class="stack" onSubmit={use}>
        <h2 id={`${id}-title`}>A model of your own</h2>
        <p class="quiet-text">
          This page calls it directly. The Emberline server never sees the key, which stays in this
          page’s memory unless you have it remembered.
        </p>
        <fieldset class="bar">
          <legend>Where it is</legend>
          {presets.map((each) => (
            <label key={each.id} class="chip">
              <input
                type="radio"
                name="preset"
                checked={each.id === preset.id}
                onChange={() => choosePreset(each.id)}
              />
              {each.name}
            </label>
          ))}
        </fieldset>
        <label class="field">
          Base URL
          <input
            {...bound("baseUrl")}
            type="url"
            required
            placeholder="https://models.example/v1"
          />
        </label>
        <label class="field">
          Key{preset.needsKey ? "" : ", if it needs one"}
          <input
            {...bound("key")}
            type="password"
            // Headers carry only such characters.
            pattern="\s*[\x21-\x7e]*\s*"
            title="One word without special characters"
          />
        </label>
        <div class="with-button">
          <label class="field">
            Model
            <input
              {...bound("name", chooseName)}
              list={`${id}-models`}
              required
              placeholder="qwen3:8b"
            />
          </label>
          <button type="button" onClick={() => void list()}>
            List models
          </button>
        </div>
        <datalist id={`${id}-models`}>
          {listed.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <label class="field">
          Context, in tokens
          <input {...bound("contextTokens")} type="number" required min={1} />
        </label>
        {preset.onContext && <small>{preset.onContext}</small>}
        <label class="bar">
          <input
            type="checkbox"
            checked={isKept}
            onChange={(event) => setIsKept(event.currentTarget.checked)}
          />
          Remember on this device, with the key
        </label>
        <p class={report.text === "" ? "" : `notice ${report.isBad ? "error" : ""}`} role="status">
          {report.text}
        </p>
        <div class="bar">
          <button type="submit" class="primary">
            Use this model
          </button>
          <button type="button" onClick={test}>
            Test
          </button>
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
          {(ask.model.value || remembered()) && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                forget();
                ask.model.value = null;
                close();
              }}
            >
              Forget this model
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** The texts of a model's fields; those of a preset have neither name nor key. */
function fieldsOf(model: ChosenModel | Omit<ChosenModel, "preset" | "name" | "key">): Fields {
  const { baseUrl, contextTokens, name, key } = { name: "", key: "", ...model };
  return { baseUrl, contextTokens: String(contextTokens), name, key };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ModelError || error instanceof TypeError) return error.message;
  return "The test failed for an unforeseen reason: try again.";
}
