import { isObject } from "../../json.ts";
import type { ChosenModel } from "./chosen-model.ts";
import { messageOf } from "./collect-turn.ts";
import { ModelError, quoted } from "./model-error.ts";

type Endpoint = Pick<ChosenModel, "baseUrl" | "key" | "name">;

/** The error of an endpoint's status and body, with its own words quoted. */
export function refusalOf(status: number, body: string, model: Endpoint): ModelError {
  const said = reasonIn(body, model.key);
  const words = adviceFor(status, said, model);
  return new ModelError(said === "" ? words : `${words} It says: “${said}”`);
}

function adviceFor(status: number, said: string, { baseUrl, key, name }: Endpoint): string {
  const { host } = new URL(baseUrl);
  if (/does not support (?:tools|function)|no endpoints found that support tool/i.test(said))
    return `The model ${name} cannot call tools: choose one that can.`;
  switch (status) {
    case 401:
    case 403:
      return key === ""
        ? `${host} needs a key: enter one.`
        : `${host} refuses the key: check that it is whole and still valid.`;
    case 402:
      return `${host} wants credit before it answers.`;
    case 404:
      return `${host} knows no model “${name}” at this address: choose one of its list, and check the base URL, which usually ends with /v1.`;
    case 405:
      return `${host} takes no requests at this address: check the base URL, which usually ends with /v1.`;
    case 413:
      return "The conversation is too long for this model: start a new one.";
    case 429:
      return `${host} limits how much may be asked: wait a little, or check the account.`;
  }
  if (/context|too long|maximum.{0,20}tokens/i.test(said))
    return "The conversation may be too long for this model: start a new one, or choose a model with a larger context.";
  return status >= 500
    ? `${host} failed with status ${status}: ask again later.`
    : `${host} refuses the request with status ${status}.`;
}

function reasonIn(body: string, key: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return "";
    if (value.error !== undefined) return quoted(messageOf(value.error), key);
    return typeof value.message === "string" ? quoted(value.message, key) : "";
  } catch {
    return "";
  }
}
