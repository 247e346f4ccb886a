import { notFound } from "../../../contracts/errors.js";
import { grants } from "../../../contracts/scopes.js";
import type { Agent, Caller } from "../agent.js";
import { readableJson } from "../readable-json.js";
import { listResources } from "./list-resources.js";
import { READ } from "./read-resource.js";
import { VIEW_TYPE, viewMeta, viewPage, VIEWS } from "../views/index.js";
import { KINDS, readUri, type ResourceKind, type ResourceTemplate, SCOPE_OF, TEMPLATES } from "./uris.js";

export { complete } from "./complete.js";
export { uriOf } from "./uris.js";

const opened = ({ meta: { auth } }: Agent): ResourceKind[] =>
  KINDS.filter((kind) => grants(auth.scopes, SCOPE_OF[kind]));

export const resourceTemplates = (agent: Agent): ResourceTemplate[] =>
  opened(agent).map((kind) => TEMPLATES[kind]);

export const resourcePage = (agent: Agent, cursor: string | undefined, caller: Caller) =>
  listResources(agent.callOf("resources", caller), opened(agent), cursor);

export interface ResourceText {
  [key: string]: unknown;
  uri: string;
  mimeType: string;
  text: string;
  _meta?: Record<string, unknown>;
}

/**
 * Reads a resource. Throws `not_found` for a URI that names nothing, or nothing that this credential may
 * read.
 */
export async function resourceText(agent: Agent, uri: string, caller: Caller): Promise<ResourceText> {
  const view = VIEWS.find((each) => each.uri === uri);
  if (view !== undefined) {
    const { host } = agent;
    return { uri, mimeType: VIEW_TYPE, text: viewPage(host, view), _meta: viewMeta(host, view) };
  }
  const named = readUri(uri);
  if (named === null || !opened(agent).includes(named.kind)) throw notFound("Resource not found.");
  const { projectId, kind, id } = named;
  const read = await READ[kind](agent.callOf("resources", caller), projectId, id);
  return { uri, mimeType: "application/json", text: readableJson(read) };
}
