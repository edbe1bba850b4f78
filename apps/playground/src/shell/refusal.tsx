import type { ApiError } from "../server/api-error.ts";
import { usePlayground } from "../state/playground.ts";
import { KeyForm } from "./key-form.tsx";

/** Why the server offers no tools, with what a person can do: give a key, or try again. */
export function Refusal({ error }: { readonly error: ApiError }) {
  const playground = usePlayground();
  if (error.status === 401) {
    return (
      <KeyForm
        sentence={error.message}
        onKey={(key) => {
          playground.key.value = key;
          void playground.reload();
        }}
      />
    );
  }
  return (
    <>
      <p role="alert" class="notice error">
        {error.message}
      </p>
      <button type="button" onClick={() => playground.reload()}>
        Try again
      </button>
    </>
  );
}
