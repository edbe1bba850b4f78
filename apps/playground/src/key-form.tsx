/** Asks for a key where the operator configured some. It stays in this page's memory and is gone with it. */
export function KeyForm({ sentence, onKey }: { sentence: string; onKey(key: string): void }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onKey(String(new FormData(event.currentTarget as HTMLFormElement).get("key")).trim());
  };
  return (
    <form class="key" aria-label="Key" onSubmit={submit}>
      <p role="alert">{sentence}</p>
      <label for="key">Key</label>
      <input id="key" name="key" type="password" required autocomplete="off" />
      <button type="submit" class="primary">
        Use this key
      </button>
    </form>
  );
}
