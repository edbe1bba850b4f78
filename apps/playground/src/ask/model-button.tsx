import { usePlayground } from "../state/playground.ts";
import { labelOf } from "./model/chosen-model.ts";
import { useLoaded } from "./use-loaded.ts";

/** The chosen model; opens the dialog that chooses one. */
export function ModelButton() {
  const { ask } = usePlayground();
  const { model, isChoosing } = ask;
  return (
    <button
      type="button"
      class="chip model-button"
      aria-haspopup="dialog"
      onClick={() => {
        isChoosing.value = true;
      }}
    >
      <span aria-hidden="true">⚙</span>
      <span class="model-name">{model.value ? labelOf(model.value) : "Choose a model"}</span>
    </button>
  );
}

/** The dialog that chooses a model, while it is open. */
export function ModelDialogHost() {
  const { isChoosing } = usePlayground().ask;
  const part = useLoaded(() => import("./model-dialog.tsx"), isChoosing.value);
  return part && isChoosing.value ? <part.ModelDialog /> : null;
}
