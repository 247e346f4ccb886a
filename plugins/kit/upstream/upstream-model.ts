import type { ProviderModel } from "../model-provider.js";

/** How a parameter is written for the upstream. */
export interface InputRule {
  name: string;
  /** `text`: as a text; `seconds`: as `8s`; `first`: of a list only the first; otherwise as it is. */
  form?: "text" | "seconds" | "first";
  /** What stands for each value; a value without an entry goes as it is. */
  values?: Readonly<Record<string, unknown>>;
}

/** A model of an upstream as data: what Kiln promises of it, and how it is asked. */
export interface UpstreamModel extends ProviderModel {
  /** The page that capabilities and prices come from, when it was read, and what of them is an assumption. */
  source: { page: string; date: string; assumed?: string };
  /** Parameters of a job by their names here, and what the upstream calls them. */
  inputs?: Readonly<Record<string, string | InputRule>>;
  /** Sent with every job. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The upstream's id where a job has that parameter; the first that fits. */
  endpoints?: Readonly<Record<string, string>>;
}

/** What the catalog is to know of a model. */
export const declare = ({
  source: _source,
  inputs: _inputs,
  fixed: _fixed,
  endpoints: _endpoints,
  ...model
}: UpstreamModel): ProviderModel => model;

/** The upstream's id for a job. */
export function endpointOf(model: UpstreamModel, params: Readonly<Record<string, unknown>>): string {
  const special = Object.entries(model.endpoints ?? {}).find(([name]) => isGiven(params[name]));
  return special?.[1] ?? model.providerModelId;
}

/** The upstream's input for a job. `link` makes an address of a stored object. */
export async function buildInput(
  model: UpstreamModel,
  params: Readonly<Record<string, unknown>>,
  link: (storageId: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = { ...model.fixed };
  for (const [param, given] of Object.entries(model.inputs ?? {})) {
    const { [param]: value } = params;
    if (!isGiven(value)) continue;
    const rule: InputRule = typeof given === "string" ? { name: given } : given;
    input[rule.name] = await write(rule, param, value, link);
  }
  return input;
}

async function write(
  { form, values }: InputRule,
  param: string,
  value: unknown,
  link: (storageId: string) => Promise<string>,
): Promise<unknown> {
  if (param.endsWith("StorageId")) return link(String(value));
  if (param.endsWith("StorageIds")) {
    const links = await Promise.all((value as readonly string[]).map(link));
    return form === "first" ? links[0] : links;
  }
  if (values && Object.hasOwn(values, String(value))) return values[String(value)];
  if (form === "text") return String(value);
  return form === "seconds" ? `${String(value)}s` : value;
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
