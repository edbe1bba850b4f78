import { useId, useRef, useState } from "preact/hooks";
import { type Operation, type Parameter, type Schema, typeInWords } from "./read-api.ts";
import { type Call, callOf, curlOf, fieldOf, type Received, sendCall } from "./send-call.ts";

interface Props {
  readonly operation: Operation;
  readonly base: string;
  /** Empty without one. */
  readonly token: string;
}

/** An operation: closed its name, open what it takes and answers, with a form to try it. */
export function OperationPanel(props: Props) {
  const { id, method, path, summary } = props.operation;
  // What is closed again keeps its answer.
  const [wasOpened, setOpened] = useState(location.hash === `#${id}`);
  return (
    <details id={id} class="operation" open={wasOpened} onToggle={() => setOpened(true)}>
      <summary>
        <h3>
          <span class="method">{method}</span> <code>{path}</code>{" "}
          <span class="quiet">{summary}</span>
        </h3>
      </summary>
      {wasOpened && <Inside {...props} />}
    </details>
  );
}

function Inside({ operation, base, token }: Props) {
  const { description, parameters, body, answers } = operation;
  const examples = Object.values(body?.examples ?? {});
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(() => print(examples[0]?.value ?? emptyOf(body?.schema)));
  const [call, setCall] = useState<Call>();
  const [received, setReceived] = useState<Received>();
  const types = Object.keys(answers[0]?.content ?? {}).toSorted((a, b) => rank(a) - rank(b));

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const made = callOf(operation, base, new FormData(form.current!));
    setCall(made);
    setReceived({ line: "Sending …" });
    const failed = (error: Error) => ({ line: `There was no answer: ${error.message}` });
    setReceived(await sendCall(made, token).catch(failed));
  };

  return (
    <div class="inside">
      {description && <p class="description">{description}</p>}
      <form ref={form} onSubmit={send} aria-label={operation.summary}>
        {examples.length > 1 && (
          <label>
            Example
            <select
              onChange={({ currentTarget }) =>
                setText(print(examples[currentTarget.selectedIndex]!.value))
              }
            >
              {examples.map(({ summary }, i) => (
                <option>{summary ?? `Example ${i + 1}`}</option>
              ))}
            </select>
          </label>
        )}
        {body && (
          <label>
            Body, as JSON
            <textarea
              name="body"
              rows={Math.min(14, text.split("\n").length + 1)}
              spellcheck={false}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
        )}
        {parameters.length > 0 && (
          <details class="parameters" open={!body}>
            <summary>Parameters ({parameters.length})</summary>
            {parameters.map((each) => (
              <Field parameter={each} key={fieldOf(each)} />
            ))}
          </details>
        )}
        {types.length > 1 && (
          <label>
            Answer as
            <select name="accept">
              {types.map((type) => (
                <option>{type}</option>
              ))}
            </select>
          </label>
        )}
        <button type="submit" class="primary">
          Send
        </button>
      </form>
      <p role="status" class="line">
        {received?.line}
      </p>
      {received?.picture && <img src={received.picture} alt="As answered" />}
      {received?.text && <Code label="Answer">{received.text}</Code>}
      {call && <Code label="The call for a shell">{curlOf(call, token !== "")}</Code>}
      <Members title="Body" schema={body?.schema} />
      <Members title="Answer" schema={answers[0]?.content[types[0] ?? ""]?.schema} />
      <h4>Answers</h4>
      <ul>
        {answers.map(({ status, description, content }) => (
          <li>
            <b>{status}</b> {description}{" "}
            <span class="quiet">{Object.keys(content).join(", ")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What programs read comes first. */
function rank(type: string): number {
  if (type === "application/json") return 0;
  return type.endsWith("+json") ? 1 : 2;
}

function Field({ parameter }: { parameter: Parameter }) {
  const { name, in: place, required = false, description, schema } = parameter;
  const id = useId();
  const values = schema.enum?.filter((value) => value !== "");
  const common = { id, name: fieldOf(parameter), required };
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code> in the {place}
        {required && ", required"}
      </label>
      {values ? (
        <select {...common}>
          {!required && <option value="">not given</option>}
          {values.map((value) => (
            <option>{String(value)}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          placeholder={schema.default === undefined ? "" : String(schema.default)}
        />
      )}
      {description && <span class="quiet">{description}</span>}
    </div>
  );
}

function Members({ title, schema }: { title: string; schema: Schema | undefined }) {
  const { properties, required = [] } = schema?.anyOf?.[0] ?? schema ?? {};
  if (!properties) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl>
        {Object.entries(properties).map(([name, each]) => (
          <div>
            <dt>
              <code>{name}</code>{" "}
              <span class="quiet">
                {typeInWords(each)}
                {required.includes(name) && ", required"}
              </span>
            </dt>
            <dd>{each.description}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(children).then(() => setCopied(true));
  return (
    <div class="code">
      {/* Browsers offer it to secure origins alone. */}
      {isSecureContext && (
        <button type="button" onClick={copy} aria-label={`Copy: ${label}`}>
          {isCopied ? "Copied" : "Copy"}
        </button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text is reached by keyboard */}
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
    </div>
  );
}

/** What a body must have, to be filled in. */
function emptyOf({ required = [] }: Schema = {}): object {
  return Object.fromEntries(required.map((name) => [name, ""]));
}

function print(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
