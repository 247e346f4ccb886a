import type { ProviderModel } from "../model-provider.js";
import type { TokenPrice } from "../text-model.js";

/** How a parameter is written for the upstream. */
export interface InputRule {
  /** What the upstream calls it. In a graph: `node.input`, or several of them. */
  name: string | readonly string[];
  /** `text`: as a text; `seconds`: as `8s`; `first`: of a list only the first; otherwise as it is. */
  form?: "text" | "seconds" | "first";
  /**
   * What stands for each value; a value without an entry goes as it is. An entry that is an object, where `name` is a list,
   * has a value for each of the names.
   */
  values?: Readonly<Record<string, unknown>>;
}

/** Nodes by their ids, as ComfyUI's "Save (API format)" writes them. */
export type Graph = Readonly<
  Record<string, { class_type: string; inputs: Readonly<Record<string, unknown>> } & Record<string, unknown>>
>;

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
  /** What ComfyUI runs. */
  graph?: Graph;
}

/** A text model of an upstream as data. */
export interface UpstreamText {
  id: string;
  displayName: string;
  providerModelId: string;
  creditsPerThousandTokens: TokenPrice;
  maxOutputTokens: number;
}

/** A transcriber of an upstream as data. */
export interface UpstreamTranscriber {
  id: string;
  displayName: string;
  providerModelId: string;
  /** Left out: any. */
  languages?: readonly string[];
  preference?: number;
  /** Sent with every request. */
  fixed?: Readonly<Record<string, unknown>>;
}

/** What the catalog is to know of a model. */
export const declare = ({
  source: _source,
  inputs: _inputs,
  fixed: _fixed,
  endpoints: _endpoints,
  graph: _graph,
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
    place(input, rule.name, await write(rule, param, value, link));
  }
  return input;
}

function place(input: Record<string, unknown>, name: string | readonly string[], value: unknown): void {
  if (typeof name === "string") input[name] = value;
  else if (typeof value === "object" && value !== null && !Array.isArray(value))
    for (const each of name) input[each] = (value as Readonly<Record<string, unknown>>)[each];
  else for (const each of name) input[each] = value;
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
