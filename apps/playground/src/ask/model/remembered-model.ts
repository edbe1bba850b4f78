import { isObject } from "../../json.ts";
import { type ChosenModel, parseBaseUrl } from "./chosen-model.ts";
import { presets } from "./presets.ts";

const storageKey = "emberline.model";

/** Keeps a model and its key on the device. */
export function remember(model: ChosenModel): void {
  localStorage.setItem(storageKey, JSON.stringify(model));
}

export function forget(): void {
  localStorage.removeItem(storageKey);
}

/** The model that was kept on the device; null if there is none that can be used. */
export function remembered(): ChosenModel | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (!isObject(value)) return null;
    const preset = presets.find(({ id }) => id === value.preset);
    const { name, key, contextTokens } = value;
    if (!preset || typeof name !== "string" || name === "" || typeof key !== "string") return null;
    return {
      preset: preset.id,
      baseUrl: parseBaseUrl(String(value.baseUrl)),
      name,
      key,
      contextTokens: Number(contextTokens) > 0 ? Number(contextTokens) : preset.contextTokens,
    };
  } catch {
    return null;
  }
}
