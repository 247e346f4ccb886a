import type { InputLimit } from "../../../contracts/input-limit.js";
import { defaultsOf } from "../../../contracts/model-defaults.js";
import type { ProviderModel } from "../model-provider.js";
import type { TokenPrice } from "../text-model.js";

/** The rule by which a parameter is written for the upstream. */
export interface InputRule {
  /** The upstream's name of the parameter, or several names; in a graph `node.input`. */
  name: string | readonly string[];
  /**
   * `text`: as a text; `seconds`: such as `8s`; `first`: only the first address of a list of media; without
   * it as it is.
   */
  form?: "text" | "seconds" | "first";
  /**
   * The upstream's values by the parameter's values; a value without an entry is sent as `form` says. If
   * `name` is a list, an entry may be an object with a value for each of the names.
   */
  values?: Readonly<Record<string, unknown>>;
}

/** Nodes by their ids, as ComfyUI's "Save (API format)" writes them. */
export type Graph = Readonly<
  Record<string, { class_type: string; inputs: Readonly<Record<string, unknown>> } & Record<string, unknown>>
>;

/** A model of an upstream as data: its declaration, and how requests to it are written. */
export interface UpstreamModel extends ProviderModel {
  /** The page from which capabilities and prices are, the day on which it was read, and what is assumed. */
  source: { page: string; date: string; assumed?: string };
  /** The upstream's names of a job's parameters, or their rules, by Kiln's names. */
  inputs?: Readonly<Record<string, string | InputRule>>;
  /** Inputs that are sent with every job. */
  fixed?: Readonly<Record<string, unknown>>;
  /**
   * The upstream's ids of the model for jobs that have a parameter, by its name; the first that fits is used.
   */
  endpoints?: Readonly<Record<string, string>>;
  /** What the upstream takes of a job's files. */
  inputLimit?: InputLimit;
  /** The graph that ComfyUI runs. */
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
  /** Tags of the languages that it understands; any when left out. */
  languages?: readonly string[];
  preference?: number;
  /** Fields that are sent with every request. */
  fixed?: Readonly<Record<string, unknown>>;
}

/** Returns the part of a model that the catalog shows. */
export const declare = ({
  source: _source,
  inputs: _inputs,
  fixed: _fixed,
  endpoints: _endpoints,
  graph: _graph,
  inputLimit: _inputLimit,
  ...model
}: UpstreamModel): ProviderModel => model;

/** Returns what the models take of a job's files, by their ids. */
export const inputLimitsOf = (models: readonly UpstreamModel[]): Record<string, InputLimit> =>
  Object.fromEntries(models.flatMap(({ id, inputLimit }) => (inputLimit ? [[id, inputLimit]] : [])));

/** Returns the upstream's id of the model for a job. */
export function endpointOf(model: UpstreamModel, params: Readonly<Record<string, unknown>>): string {
  const special = Object.entries(model.endpoints ?? {}).find(([name]) => isGiven(params[name]));
  return special?.[1] ?? model.providerModelId;
}

/**
 * Returns the upstream's input for a job. A parameter that the job leaves out is sent with the value that is
 * billed for it (rules/models 52). `link` resolves to the address of a stored object; it is asked for one
 * object after the other, and once for each.
 */
export async function buildInput(
  model: UpstreamModel,
  params: Readonly<Record<string, unknown>>,
  link: (storageId: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = { ...model.fixed };
  const defaults: Readonly<Record<string, unknown>> = { ...defaultsOf(model) };
  const links = new Map<string, string>();
  const linkOnce = async (storageId: string): Promise<string> => {
    const known = links.get(storageId) ?? (await link(storageId));
    links.set(storageId, known);
    return known;
  };
  for (const [param, given] of Object.entries(model.inputs ?? {})) {
    const value = isGiven(params[param]) ? params[param] : defaults[param];
    if (!isGiven(value)) continue;
    const rule: InputRule = typeof given === "string" ? { name: given } : given;
    place(input, rule.name, await write(rule, param, value, linkOnce));
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
    const ids = value as readonly string[];
    const links: string[] = [];
    for (const id of form === "first" ? ids.slice(0, 1) : ids) links.push(await link(id));
    return form === "first" ? links[0] : links;
  }
  if (values && Object.hasOwn(values, String(value))) return values[String(value)];
  if (form === "text") return String(value);
  return form === "seconds" ? `${String(value)}s` : value;
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
