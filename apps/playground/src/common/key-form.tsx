/** Asks for a key if the operator requires one; it is kept only in this page's memory. */
export function KeyForm({ sentence, onKey }: { sentence: string; onKey(key: string): void }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onKey(String(new FormData(event.currentTarget as HTMLFormElement).get("key")).trim());
  };
  return (
    <form class="key stack" aria-label="Key" onSubmit={submit}>
      <p role="alert">{sentence}</p>
      <label for="key">Key</label>
      <input id="key" name="key" type="password" required autocomplete="off" />
      <button type="submit" class="primary">
        Use this key
      </button>
    </form>
  );
}
