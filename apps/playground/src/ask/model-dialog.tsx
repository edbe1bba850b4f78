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

interface Fields {
  readonly preset: PresetId;
  readonly baseUrl: string;
  readonly name: string;
  readonly key: string;
  readonly contextTokens: string;
}

type Report = { readonly kind: "busy" | "good" | "bad"; readonly text: string } | null;

const ownFetch = globalThis.fetch.bind(globalThis);

/** Chooses the model that answers: where it is, its name and key, with a test. */
export function ModelDialog() {
  const { ask, status } = usePlayground();
  const dialog = useRef<HTMLDialogElement>(null);
  const work = useRef(new AbortController());
  const id = useId();
  const [fields, setFields] = useState<Fields>(() => fieldsOf(ask.model.value));
  const [listed, setListed] = useState<readonly ListedModel[]>([]);
  const [report, setReport] = useState<Report>(null);
  const [isKept, setIsKept] = useState(() => remembered() !== null);
  const preset = presetOf(fields.preset);

  useEffect(() => {
    dialog.current?.showModal();
    return () => work.current.abort();
  }, []);

  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    setReport(null);
  };
  const choosePreset = (next: PresetId) => {
    const { baseUrl, contextTokens } = presetOf(next);
    setListed([]);
    // A key must not go to another endpoint.
    change({ preset: next, baseUrl, name: "", key: "", contextTokens: String(contextTokens) });
  };
  const chooseName = (name: string) => {
    const size = listed.find((each) => each.name === name)?.contextTokens;
    change({ name, ...(size && { contextTokens: String(size) }) });
  };
  /** Does something with the endpoint and reports how it went. */
  const attempt = async (busy: string, act: (signal: AbortSignal) => Promise<string>) => {
    work.current.abort();
    const current = new AbortController();
    work.current = current;
    setReport({ kind: "busy", text: busy });
    try {
      checkPolicy(parseBaseUrl(fields.baseUrl), status.value?.chatOrigins ?? null);
      const text = await act(current.signal);
      if (!current.signal.aborted) setReport({ kind: "good", text });
    } catch (error) {
      if (!current.signal.aborted) setReport({ kind: "bad", text: sentenceOf(error) });
    }
  };
  const list = () =>
    attempt("Asking for the models…", async (signal) => {
      const endpoint = { ...fields, key: fields.key.trim(), baseUrl: parseBaseUrl(fields.baseUrl) };
      const found = await listModels(endpoint, { fetch: ownFetch, signal });
      setListed(found);
      if (found.length === 0) return "The endpoint has no models yet: load one there.";
      return `${found.length.toLocaleString("en")} models: choose one, or type its name.`;
    });
  const test = () =>
    attempt("Asking the model to call a tool…", async (signal) =>
      testModel(modelOf(fields), { fetch: ownFetch, signal }),
    );
  const use = (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const model = modelOf(fields);
      ask.model.value = model;
      if (isKept) remember(model);
      else forget();
      ask.isChoosing.value = false;
    } catch (error) {
      setReport({ kind: "bad", text: sentenceOf(error) });
    }
  };

  return (
    <dialog
      ref={dialog}
      class="model-dialog"
      aria-labelledby={`${id}-title`}
      onClose={() => {
        ask.isChoosing.value = false;
      }}
    >
      <form onSubmit={use} noValidate>
        <h2 id={`${id}-title`}>A model of your own</h2>
        <p class="quiet-text">
          This page calls it directly. The Emberline server never sees the key, which stays in this
          page’s memory unless you have it remembered.
        </p>
        <fieldset class="presets bar">
          <legend>Where it is</legend>
          {presets.map((each) => (
            <label key={each.id} class="preset chip">
              <input
                type="radio"
                name="preset"
                checked={each.id === fields.preset}
                onChange={() => choosePreset(each.id)}
              />
              {each.name}
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label for={`${id}-url`}>Base URL</label>
          <input
            id={`${id}-url`}
            type="url"
            required
            placeholder="https://models.example/v1"
            value={fields.baseUrl}
            onInput={(event) => change({ baseUrl: event.currentTarget.value })}
          />
        </div>
        <div class="field">
          <label for={`${id}-key`}>Key{preset.needsKey ? "" : ", if it needs one"}</label>
          <input
            id={`${id}-key`}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={fields.key}
            onInput={(event) => change({ key: event.currentTarget.value })}
          />
        </div>
        <div class="field">
          <label for={`${id}-name`}>Model</label>
          <div class="with-button">
            <input
              id={`${id}-name`}
              list={`${id}-models`}
              required
              autocomplete="off"
              spellcheck={false}
              placeholder="qwen3:8b"
              value={fields.name}
              onInput={(event) => chooseName(event.currentTarget.value)}
            />
            <button type="button" onClick={() => void list()}>
              List models
            </button>
          </div>
          <datalist id={`${id}-models`}>
            {listed.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <div class="field">
          <label for={`${id}-context`}>Context, in tokens</label>
          <input
            id={`${id}-context`}
            inputMode="numeric"
            value={fields.contextTokens}
            onInput={(event) => change({ contextTokens: event.currentTarget.value })}
          />
          {fields.preset === "ollama" && (
            <small>
              The tools alone need about 5,000. Ollama may read fewer unless it is started with, for
              example, OLLAMA_CONTEXT_LENGTH=32768.
            </small>
          )}
          {fields.preset === "lm-studio" && (
            <small>
              The tools alone need about 5,000: load the model with a context of 16,000 or more.
            </small>
          )}
        </div>
        <label class="keep">
          <input
            type="checkbox"
            checked={isKept}
            onChange={(event) => setIsKept(event.currentTarget.checked)}
          />
          Remember on this device, with the key
        </label>
        <p class={report ? `notice ${report.kind === "bad" ? "error" : ""}` : ""} role="status">
          {report?.text}
        </p>
        <div class="bar buttons">
          <button type="submit" class="primary">
            Use this model
          </button>
          <button type="button" onClick={() => void test()}>
            Test
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              ask.isChoosing.value = false;
            }}
          >
            Cancel
          </button>
          {(ask.model.value || remembered()) && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                forget();
                ask.model.value = null;
                ask.isChoosing.value = false;
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

function fieldsOf(model: ChosenModel | null): Fields {
  const [first] = presets;
  const { id: preset, baseUrl, contextTokens } = first!;
  const empty = { preset, baseUrl, name: "", key: "", contextTokens };
  const fields = model ?? empty;
  return { ...fields, contextTokens: String(fields.contextTokens) };
}

function modelOf({ preset, baseUrl, name, key, contextTokens }: Fields): ChosenModel {
  if (name.trim() === "") throw new ModelError("Name the model, or choose it from the list.");
  const size = Number(contextTokens.replace(/[,\s]/g, ""));
  if (!Number.isInteger(size) || size < 1)
    throw new ModelError("The context must be a number of tokens, such as 32768.");
  // Headers carry only such characters.
  if (!/^[\x21-\x7e]*$/.test(key.trim()))
    throw new ModelError("The key must be one word without special characters: copy it again.");
  return {
    preset,
    baseUrl: parseBaseUrl(baseUrl),
    name: name.trim(),
    key: key.trim(),
    contextTokens: size,
  };
}

function sentenceOf(error: unknown): string {
  if (error instanceof ModelError || error instanceof TypeError) return error.message;
  return "The test failed for an unforeseen reason: try again.";
}
