import swaggerUi from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "../common/base.css";
import "./docs.css";
import { render } from "preact";
import { KeyForm } from "../common/key-form.tsx";
import { type ApiDocument, loadDocuments, refusalOf } from "./documents.ts";

const place = document.getElementById("docs")!;

/** In commands that the page shows: they are shared, keys are not. */
const placeholder = "$EMBERLINE_API_KEY";

/** Shows a document; asks for a key first if the server refuses without one. */
function open({ url }: ApiDocument, key: string | null): void {
  render(null, place);
  const ui = swaggerUi({
    domNode: place,
    url,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // Schemas are shown with their operations.
    defaultModelsExpandDepth: -1,
    // The validator is a service on another host.
    validatorUrl: null,
    showMutatedRequest: false,
    requestInterceptor(request) {
      const { headers, loadSpec } = request;
      const isOurs = loadSpec || headers.Authorization === `Bearer ${placeholder}`;
      if (isOurs && key !== null) headers.Authorization = `Bearer ${key}`;
      return request;
    },
    onComplete() {
      if (key !== null) ui.preauthorizeApiKey("apiKey", placeholder);
    },
  });
}

async function openWithKey(shown: ApiDocument, key: string | null): Promise<void> {
  const refusal = key === null ? "This server needs a key." : await refusalOf(shown, key);
  if (refusal === null) return open(shown, key);
  render(<KeyForm sentence={refusal} onKey={(given) => void openWithKey(shown, given)} />, place);
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
else open(shown, null);
