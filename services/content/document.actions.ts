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
 * Finds the documents and projects of requests, and remembers those that accounts found lately: their next
 * request begins its transaction at once, and the transaction checks again whether the account still sees
 * them. An account that has not found a document yet, such as one outside the project, is checked outside any
 * transaction, where nobody waits for it. Neither the project nor the type of a document ever changes.
 */
export class FoundDocuments {
  readonly #host: Pick<Host, "read">;
  readonly #documents = new LRUCache<string, DocumentLocation>({ max: MAX_LOCATIONS });
  readonly #projects = new LRUCache<string, true>({ max: MAX_LOCATIONS });

  constructor(host: Pick<Host, "read">) {
    this.#host = host;
  }

  /**
   * Checks that the account is a member of the project, who reads and writes all of its content; an account outside
   * the project sees nothing of it.
   */
  readonly inProject = ({ auth }: ActionContext, { projectId }: { projectId: string }): Promise<void> =>
    requireProject(this.#host.read, auth.accountId, projectId);

  /**
   * Checks the same for an action whose transaction checks it again: an account that was found in the project
   * before is not asked about here.
   */
  readonly beforeCreating = async (
    { auth: { accountId, isSuspended } }: ActionContext,
    { projectId }: { projectId: string },
  ): Promise<void> => {
    const key = `${accountId} ${projectId}`;
    if (!isSuspended && this.#projects.has(key)) return;
    await requireProject(this.#host.read, accountId, projectId);
    this.#projects.set(key, true);
  };

  /** Returns the location of the document. */
  readonly document = async ({ auth }: ActionContext, { id }: { id: string }): Promise<DocumentLocation> => {
    const location = await requireSeen(this.#host.read, auth.accountId, id);
    this.note(auth.accountId, id, location);
    return location;
  };

  /**
   * Returns the location of the document, from memory if the account found it before. Only for callers whose
   * transaction checks again whether the account sees the document. A suspended account gets 404 for a
   * document that it does not see before it gets 403 (rules/edge 11).
   */
  readonly location = async (context: ActionContext, { id }: { id: string }): Promise<DocumentLocation> => {
    const { accountId, isSuspended } = context.auth;
    const known = isSuspended ? undefined : this.#documents.get(`${accountId} ${id}`);
    return known ?? this.document(context, { id });
  };

  /** Remembers that the account sees, or lately saw, the document at this location and with this size. */
  note(accountId: string, id: string, { projectId, type, draftBytes }: DocumentLocation): void {
    this.#documents.set(`${accountId} ${id}`, { projectId, type, draftBytes });
  }
}

/** Returns the account that writes, and what acts for it. An agent writes with the key of a person too. */
export function authorOf({ auth, meta }: ActionContext): Author {
  const own = auth.kind === "session" ? "person" : "key";
  return { accountId: auth.accountId, actor: meta.isAgent === true ? "agent" : own };
}

/** Returns the actions on documents and on their published payloads. */
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
