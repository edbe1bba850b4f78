import { useEffect, useMemo, useState } from "preact/hooks";
import { type ApiError, createApi, type Tool } from "./api.ts";
import { listCollections } from "./collections.ts";
import type { Collection } from "./form/choice.tsx";
import { KeyForm } from "./key-form.tsx";
import { exportToolOf } from "./result/export.ts";
import { ToolPanel } from "./tool-panel.tsx";
import { useHash } from "./use-hash.ts";

/** The address of this page, without a trailing slash: a proxy may serve it under a path. */
const origin = new URL(".", location.href).href.replace(/\/$/, "");

/** The whole page: the list of tools, and the selected one. */
export function App() {
  const [key, setKey] = useState<string | null>(null);
  const api = useMemo(() => createApi({ fetch: fetch.bind(globalThis), origin, key }), [key]);
  const [tools, setTools] = useState<readonly Tool[]>([]);
  const [collections, setCollections] = useState<readonly Collection[] | null>(null);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const name = useHash();

  useEffect(() => {
    setRefusal(null);
    api.listTools().then(
      (listed) => {
        setTools(listed);
        listCollections(api).then(setCollections);
      },
      (error: ApiError) => setRefusal(error),
    );
  }, [api]);

  const tool = tools.find((each) => each.name === name) ?? tools[0];
  useEffect(() => {
    document.title = tool ? `${tool.title} – Emberline` : "Emberline";
  }, [tool]);
  return (
    <>
      <header class="top">
        <h1>Emberline</h1>
        <nav aria-label="Tools">
          <ul>
            {tools.map((each) => (
              <li key={each.name}>
                <a href={`#${each.name}`} aria-current={each === tool ? "page" : undefined}>
                  {each.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main>
        {refusal?.status === 401 && <KeyForm sentence={refusal.message} onKey={setKey} />}
        {refusal && refusal.status !== 401 && (
          <p role="alert" class="error">
            {refusal.message}
          </p>
        )}
        {tool && (
          <ToolPanel
            key={tool.name}
            tool={tool}
            exportTool={exportToolOf(tools)}
            api={api}
            origin={origin}
            withKey={key !== null}
            collections={collections}
            onRefused={setRefusal}
          />
        )}
      </main>
    </>
  );
}
