import * as contracts from "../../contracts/content-types.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { requireProject, requireSeenType } from "./content.policy.js";
import { createType } from "./types/create-type.js";
import { deleteType } from "./types/delete-type.js";
import { listTypes, listVersions, requireVersionOf } from "./types/list-types.js";
import { presentType } from "./types/present-type.js";
import { makeSchema, updateType } from "./types/update-type.js";

/**
 * Returns the actions on content types and their versions. Any member reads and writes them; an account outside the
 * project sees nothing of them.
 */
export function typeActions(host: Host): Action[] {
  const inProject = ({ auth }: ActionContext, { projectId }: { projectId: string }) =>
    requireProject(host.read, auth.accountId, projectId);
  const seen = ({ auth }: ActionContext, { id }: { id: string }) =>
    requireSeenType(host.read, auth.accountId, id);
  return [
    action(contracts.createType, {
      find: inProject,
      run: async ({ auth: { accountId } }, { projectId, ...sent }) => {
        const type = await createType(host, { projectId, accountId, schema: makeSchema(sent) });
        return { contentType: await presentType(host.read, type) };
      },
    }),
    action(contracts.listTypes, {
      find: inProject,
      run: (_context, query) => listTypes(host.longRead, query),
    }),
    action(contracts.getType, {
      find: seen,
      run: async (_context, { version }, type) => {
        const shown = version === undefined ? undefined : await requireVersionOf(host.read, type, version);
        return { contentType: await presentType(host.read, type, shown) };
      },
    }),
    action(contracts.updateType, {
      find: seen,
      run: async ({ auth: { accountId } }, { id: _id, baseVersion, ...change }, type) => {
        const updated = await updateType(host, { type, accountId, baseVersion, change });
        return { contentType: await presentType(host.read, updated) };
      },
    }),
    action(contracts.deleteType, {
      find: seen,
      run: async ({ auth: { accountId } }, { force }, type) => {
        await deleteType(host, { type, accountId, force });
        return { ok: true as const };
      },
    }),
    action(contracts.listTypeVersions, {
      find: seen,
      run: (context, query) => listVersions(host.longRead, context, query),
    }),
  ];
}
