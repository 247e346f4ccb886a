import { LRUCache } from "lru-cache";
import * as contracts from "../../contracts/content-documents.js";
import { isPublishable } from "../../contracts/content-schema.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { requireDocument, requireOpened, requireProject, requireSeen } from "./content.policy.js";
import { deleteDocument } from "./documents/delete-document.js";
import type { DocumentLocation } from "./documents/document.repository.js";
import type { DraftServices } from "./documents/draft-services.js";
import type { Author } from "./documents/history.js";
import { listDocuments } from "./documents/list-documents.js";
import { listTitles } from "./documents/list-titles.js";
import { lookAt, openDocument } from "./documents/open-document.js";
import { presentDocument } from "./documents/present-document.js";
import { unpublishDocument } from "./documents/unpublish-document.js";

const MAX_LOCATIONS = 4096;

/**
 * Finds what a request is about, and remembers the documents and projects that accounts have found lately: their next request begins
 * its transaction at once and asks there whether the account still may. An account that has not found one yet, such as a stranger, is
 * asked beside any transaction, where nobody waits for it. Neither the project nor the type of a document ever changes.
 */
export class FoundDocuments {
  readonly #host: Host;
  readonly #documents = new LRUCache<string, DocumentLocation>({ max: MAX_LOCATIONS });
  readonly #projects = new LRUCache<string, true>({ max: MAX_LOCATIONS });

  constructor(host: Host) {
    this.#host = host;
  }

  /** Any member reads and writes the content of a project; strangers see nothing of it. */
  readonly inProject = ({ auth }: ActionContext, { projectId }: { projectId: string }): Promise<void> =>
    requireProject(this.#host.read, auth.accountId, projectId);

  readonly beforeCreating = async (
    { auth: { accountId, isSuspended } }: ActionContext,
    { projectId }: { projectId: string },
  ): Promise<void> => {
    const key = `${accountId} ${projectId}`;
    if (!isSuspended && this.#projects.has(key)) return;
    await requireProject(this.#host.read, accountId, projectId);
    this.#projects.set(key, true);
  };

  /** Where the document lies. */
  readonly document = async ({ auth }: ActionContext, { id }: { id: string }): Promise<DocumentLocation> => {
    const location = await requireSeen(this.#host.read, auth.accountId, id);
    this.note(auth.accountId, id, location);
    return location;
  };

  /**
   * The same for who asks in a transaction again whether the account sees it: where the account found it before. A suspended account
   * reads 404 for what it does not see before it reads 403 (rules/edge 11).
   */
  readonly location = async (context: ActionContext, { id }: { id: string }): Promise<DocumentLocation> => {
    const { accountId, isSuspended } = context.auth;
    const known = isSuspended ? undefined : this.#documents.get(`${accountId} ${id}`);
    return known ?? this.document(context, { id });
  };

  /** The account has it, or had it a moment ago, there and as large as that. */
  note(accountId: string, id: string, { projectId, type, draftBytes }: DocumentLocation): void {
    this.#documents.set(`${accountId} ${id}`, { projectId, type, draftBytes });
  }
}

/** Who writes, and by what: an agent writes with the key of a person too. */
export function authorOf({ auth, meta }: ActionContext): Author {
  const own = auth.kind === "session" ? "person" : "key";
  return { accountId: auth.accountId, actor: meta.isAgent === true ? "agent" : own };
}

/** Documents, and what is published of them. */
export const documentActions = (drafting: DraftServices, found: FoundDocuments): Action[] => [
  action(contracts.createDocument, {
    find: found.beforeCreating,
    run: async (context, params) => {
      const { document, typeContext, issues } = await drafting.writes.create(authorOf(context), params);
      found.note(context.auth.accountId, document.id, document);
      return {
        document: presentDocument(document, typeContext),
        valid: isPublishable(issues),
        issues: [...issues],
      };
    },
  }),
  action(contracts.listDocuments, {
    find: found.inProject,
    run: (_context, query) => listDocuments(drafting.host, query),
  }),
  action(contracts.listTitles, {
    find: found.inProject,
    run: (_context, query) => listTitles(drafting.host, query),
  }),
  action(contracts.getDocument, {
    find: ({ auth }, { id }) => requireOpened(drafting.host.read, auth.accountId, id),
    run: ({ auth }, _params, opened) => openDocument(drafting, auth.accountId, opened),
  }),
  action(contracts.readDocument, {
    find: ({ auth }, { id }) => requireDocument(drafting.host.read, auth.accountId, id),
    run: ({ auth }, _params, typed) =>
      lookAt(drafting.host.read, auth.accountId, typed, { tellsUnlinked: true }),
  }),
  action(contracts.publishDocument, {
    find: found.location,
    run: async (context, { id, baseVersion }, location) => {
      const isByRun = context.meta.isRun === true;
      const { budgetId } = context.auth;
      const publish = { id, author: authorOf(context), baseVersion, isByRun, budgetId };
      const { document, typeContext } = await drafting.writes.publish(location, publish);
      found.note(context.auth.accountId, id, document);
      return { document: presentDocument(document, typeContext) };
    },
  }),
  action(contracts.unpublishDocument, {
    find: found.document,
    run: async (context, { id, force }) => {
      const { document, typeContext } = await unpublishDocument(drafting.host, authorOf(context), id, force);
      return { document: presentDocument(document, typeContext) };
    },
  }),
  action(contracts.deleteDocument, {
    find: found.document,
    run: async ({ auth }, { id, force }) => {
      await deleteDocument(drafting.host, auth.accountId, id, force);
      return { ok: true as const };
    },
  }),
];
