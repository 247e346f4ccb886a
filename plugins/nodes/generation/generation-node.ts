import type { Kind, Model } from "../../../contracts/models.js";
import {
  type GenerationRequest,
  idsOf,
  type InputPort,
  type NodeMaterial,
  type NodeSetting,
  textSetting,
  textsOf,
} from "../../kit/workflow-node.js";

/** A port whose values become a parameter: the first one, or all of a list. */
export interface ParamPort extends InputPort {
  setting: string;
}

export const MODEL: NodeSetting = {
  type: "string",
  description: "Id of a model of `GET /v1/models`; required.",
};

/** The parameters of a job: settings by their names, connected values in their place (rules/workflows 15). */
export async function requestOf(
  kind: Kind,
  ports: Readonly<Record<string, ParamPort>>,
  { inputs, settings, findModel }: NodeMaterial,
  fill: (params: Record<string, unknown>, model: Model) => void = () => {},
): Promise<GenerationRequest> {
  const { model: _model, ...given } = settings;
  const id = textSetting(settings, "model");
  if (id === "") throw new Error("The model is missing: set data.model to a model of GET /v1/models.");
  const params: Record<string, unknown> = { kind, ...given };
  for (const [name, { setting, types, isList }] of Object.entries(ports)) {
    const values = types.includes("text") ? textsOf(inputs, name) : idsOf(inputs, name);
    if (values.length > 0) params[setting] = isList === true ? values : values[0];
  }
  const model = await findModel(id);
  if (model !== null) fill(params, model);
  return { model: id, params };
}

/** A choice that was left open takes the preferred value where the model has it, else the model's first. */
export function choose<T>(
  params: Record<string, unknown>,
  name: string,
  values: readonly T[],
  preferred?: T,
): void {
  const [first] = values;
  if (params[name] !== undefined || first === undefined) return;
  params[name] = preferred !== undefined && values.includes(preferred) ? preferred : first;
}
