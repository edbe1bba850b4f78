import { addCopyButton } from "./copy-button.ts";
import { element } from "./elements.ts";
import { type Operation, type Parameter, type Schema, typeInWords } from "./read-api.ts";
import { callOf, curlOf, fieldOf, sendCall } from "./send-call.ts";

/**
 * An operation: closed its name, open what it takes and answers, with a form to try it.
 *
 * @param token empty without one
 */
export function operationPanel(
  operation: Operation,
  base: string,
  token: () => string,
): HTMLElement {
  const { id, method, path, summary } = operation;
  const name = element("code", {}, `${method} ${path}`);
  const heading = element("h4", {}, name, " ", element("span", { class: "quiet" }, summary));
  const panel = element("details", { id, class: "operation" }, element("summary", {}, heading));
  panel.addEventListener("toggle", () => panel.append(inside(operation, base, token)), {
    once: true,
  });
  panel.open = location.hash === `#${id}`;
  return panel;
}

function inside(operation: Operation, base: string, token: () => string): HTMLElement {
  const { summary, description = "", parameters, body, answers } = operation;
  const types = Object.keys(answers[0]?.content ?? {}).toSorted((a, b) => rank(a) - rank(b));
  const form = element("form", { "aria-label": summary }, body ? bodyFields(body) : []);
  if (parameters.length > 0) {
    const label = element("summary", {}, `Parameters (${parameters.length})`);
    const fields = element("details", {}, label, parameters.map(parameterField));
    fields.open = !body;
    form.append(fields);
  }
  if (types.length > 1) form.append(labelled("Answer as", select("accept", types)));
  form.append(element("button", { type: "submit" }, "Send"));

  const status = element("p", { role: "status" });
  const outcome = element("div");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const call = callOf(operation, base, new FormData(form));
    status.textContent = "Sending …";
    try {
      const { line, text, picture } = await sendCall(call, token());
      const shown = picture ? element("img", { src: picture, alt: "As answered" }) : code(text);
      outcome.replaceChildren(shown, code(curlOf(call, token() !== "")));
      status.textContent = line;
    } catch (error) {
      outcome.replaceChildren();
      status.textContent = `There was no answer: ${(error as Error).message}`;
    }
  });
  const statuses = answers.map(({ status, description, content }) => {
    const types = element("span", { class: "quiet" }, Object.keys(content).join(", "));
    return element("li", {}, element("b", {}, status), ` ${description} `, types);
  });
  return element(
    "div",
    { class: "inside" },
    element("p", { class: "description" }, description),
    [form, status, outcome],
    members("Body", body?.schema),
    members("Answer", answers[0]?.content[types[0] ?? ""]?.schema),
    [element("h5", {}, "Statuses"), element("ul", {}, statuses)],
  );
}

/** What programs read comes first. */
function rank(type: string): number {
  if (type === "application/json") return 0;
  return type.endsWith("+json") ? 1 : 2;
}

/** The body, beginning with the first example or what it must have. */
function bodyFields({ examples = {}, schema }: NonNullable<Operation["body"]>): HTMLElement[] {
  const given = Object.values(examples);
  const empty = Object.fromEntries((schema?.required ?? []).map((name) => [name, ""]));
  const body = element("textarea", { name: "body", rows: "9", spellcheck: "false" });
  const show = (value: unknown) => {
    body.value = JSON.stringify(value, null, 2);
  };
  show(given[0]?.value ?? empty);
  const field = labelled("Body, as JSON", body);
  if (given.length < 2) return [field];
  const names = given.map(({ summary }, i) => summary ?? `Example ${i + 1}`);
  const choice = select("", names);
  choice.addEventListener("change", () => show(given[choice.selectedIndex]!.value));
  return [labelled("Example", choice), field];
}

function parameterField(parameter: Parameter): HTMLElement {
  const { name, in: place, required, description = "", schema } = parameter;
  const values = schema.enum?.filter((value) => value !== "").map(String);
  const field = values
    ? select(fieldOf(parameter), required ? values : ["", ...values])
    : element("input", {
        name: fieldOf(parameter),
        placeholder: schema.default === undefined ? "" : String(schema.default),
      });
  field.required = required ?? false;
  const label = labelled(`${name} in the ${place}${required ? ", required" : ""}`, field);
  return element("div", {}, label, element("span", { class: "quiet" }, description));
}

function labelled(name: string, field: HTMLElement): HTMLElement {
  return element("label", {}, name, field);
}

function select(name: string, values: readonly string[]): HTMLSelectElement {
  const options = values.map((value) => element("option", { value }, value || "not given"));
  return element("select", { name }, options);
}

function members(title: string, schema: Schema | undefined): HTMLElement[] {
  const { properties, required = [] } = schema?.anyOf?.[0] ?? schema ?? {};
  if (!properties) return [];
  const rows = Object.entries(properties).map(([name, each]) => {
    const type = typeInWords(each) + (required.includes(name) ? ", required" : "");
    const term = element("dt", {}, element("code", {}, name), " ");
    term.append(element("span", { class: "quiet" }, type));
    return element("div", {}, term, element("dd", {}, each.description ?? ""));
  });
  return [element("h5", {}, title), element("dl", {}, rows)];
}

function code(text: string): HTMLElement {
  const block = element("div", { class: "code" });
  block.append(element("pre", { tabindex: "0" }, element("code", {}, text)));
  addCopyButton(block);
  return block;
}
