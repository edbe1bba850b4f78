import "../common/base.css";
import "./docs.css";
import { render } from "preact";
import { useState } from "preact/hooks";
import { KeyForm } from "../common/key-form.tsx";
import { type ApiDocument, loadDocuments, refusalOf } from "./documents.ts";
import { OperationPanel } from "./operation-panel.tsx";
import { type Api, readApi } from "./read-api.ts";

const place = document.getElementById("docs")!;

/** Shows a document; asks for a key first if the server refuses without one. */
async function open({ url, needsKey }: ApiDocument, key: string): Promise<void> {
  const whole = new URL(url, location.href).href;
  const headers = { ...(needsKey && { authorization: `Bearer ${key}` }) };
  const api = readApi(await (await fetch(whole, { headers })).json(), whole);
  render(<Page api={api} apiKey={key} />, place);
  // What the address names is there only now.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

async function openWithKey(shown: ApiDocument, key: string | null): Promise<void> {
  const refusal = key === null ? "This server needs a key." : await refusalOf(shown, key);
  if (refusal === null) return open(shown, key!);
  render(<KeyForm sentence={refusal} onKey={(given) => void openWithKey(shown, given)} />, place);
}

function Page({ api, apiKey }: { api: Api; apiKey: string }) {
  const [token, setToken] = useState(apiKey);
  return (
    <>
      <h1>
        {api.title} <small>{api.version}</small>
      </h1>
      <p>{api.description}</p>
      {api.needsToken && apiKey === "" && (
        <label class="token">
          Bearer token of <code>POST /v1/token</code>; it stays in this page
          <input
            type="password"
            autocomplete="off"
            onInput={({ currentTarget }) => setToken(currentTarget.value.trim())}
          />
        </label>
      )}
      {api.groups.map(({ title, description, operations }) => (
        <section>
          <h2>{title}</h2>
          {description && <p>{description}</p>}
          {operations.map((operation) => (
            <OperationPanel operation={operation} base={api.base} token={token} />
          ))}
        </section>
      ))}
    </>
  );
}

function Documents({ all, shown }: { all: readonly ApiDocument[]; shown: ApiDocument }) {
  return (
    <>
      {all.map((each) => (
        <a href={`?of=${each.name}`} aria-current={each === shown ? "page" : undefined}>
          {each.title}
        </a>
      ))}
      {all.map(({ pages }) => pages && <a href={pages}>Browse its pages</a>)}
    </>
  );
}

const { documents } = await loadDocuments();
const wanted = new URLSearchParams(location.search).get("of");
const shown = documents.find(({ name }) => name === wanted) ?? documents[0]!;
render(<Documents all={documents} shown={shown} />, document.getElementById("documents")!);
if (shown.needsKey) await openWithKey(shown, null);
else await open(shown, "");
