import { cutCodePoints } from "../../../contracts/code-points.js";
import { listTitles } from "../../../contracts/content-documents.js";
import { finderOf } from "../../../contracts/find-text.js";
import { isUuid } from "../../../contracts/ids.js";
import { listProjects } from "../../../contracts/projects.js";
import { grants } from "../../../contracts/scopes.js";
import { foldForSearch, MAX_SOUGHT, SEARCHED_LENGTH } from "../../../contracts/search-text.js";
import { listProjectStorage, listStorage } from "../../../contracts/storage.js";
import type { Agent, Caller } from "../agent.js";
import { projectOf } from "../project-of.js";
import type { ToolCall } from "../tool.js";

/** Most values of a completion; the protocol sets this limit. */
const MAX_VALUES = 100;

/** Ids of things, with the names that a person knows them by. */
type Candidates = { id: string; name: string }[];
type Completer = (call: ToolCall, agent: Agent, projectId: string) => Promise<Candidates>;

/** Finds the newest things by the name of the argument; a credential that may not list them gets none. */
const COMPLETERS: Readonly<Record<string, Completer>> = {
  async projectId(call, { meta: { auth } }) {
    const { projects, defaultProjectId } = await call.call(listProjects, {});
    const seesAll = grants(auth.scopes, "projects:read") || grants(auth.scopes, "account:read");
    return projects.filter(({ id }) => seesAll || id === defaultProjectId);
  },
  async documentId(call, { meta: { auth } }, projectId) {
    if (!grants(auth.scopes, "content:read")) return [];
    await call.longTurn();
    const { documents } = await call.call(listTitles, { projectId, limit: MAX_VALUES });
    return documents.map(({ id, title }) => ({ id, name: title ?? "" }));
  },
  async storageId(call, { meta: { auth } }, projectId) {
    if (!grants(auth.scopes, "media:read")) return [];
    const own = await projectOf(call, null);
    const { objects } =
      projectId === own
        ? await call.call(listStorage, { limit: MAX_VALUES })
        : await call.call(listProjectStorage, { id: projectId, limit: MAX_VALUES });
    return objects.map(({ storageId, filename }) => ({ id: storageId, name: filename ?? "" }));
  },
};

/**
 * Completes an argument: returns ids that begin with the typed text, or whose title or file name contains it. Names are
 * compared as lists of documents search titles, by their first characters and those of the typed text (rules/mcp 28).
 */
export async function complete(
  agent: Agent,
  argument: { name: string; value: string },
  given: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<{ completion: { values: string[]; total: number; hasMore: boolean } }> {
  const completer = Object.hasOwn(COMPLETERS, argument.name) ? COMPLETERS[argument.name] : undefined;
  if (completer === undefined) return { completion: { values: [], total: 0, hasMore: false } };
  const call = agent.callOf("completion", caller);
  const { projectId } = given;
  const candidates = await completer(
    call,
    agent,
    projectId !== undefined && isUuid(projectId) ? projectId : await projectOf(call, null),
  );
  const typed = foldForSearch(cutCodePoints(argument.value, MAX_SOUGHT));
  const find = finderOf(typed);
  const contains = (name: string) => find(foldForSearch(cutCodePoints(name, SEARCHED_LENGTH)), 0) !== -1;
  const values = candidates
    .filter(({ id, name }) => id.startsWith(typed) || contains(name))
    .map(({ id }) => id);
  return {
    completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: false },
  };
}
