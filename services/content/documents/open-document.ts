import type { getDocument as openContract } from "../../../contracts/content-documents.js";
import { type ContentIssue, isPublishable } from "../../../contracts/content-schema.js";
import type { ResultOf } from "../../../contracts/contract.js";
import { unknownDocument } from "../content.policy.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { checkDocument } from "./check-document.js";
import { coverageOf, hasTranslations } from "./coverage.js";
import type { DraftServices } from "./draft-services.js";
import { withComputed } from "./compute-before-lock.js";
import {
  type DraftNow,
  type OpenedDocument,
  permanentEntriesKey,
  saveState,
} from "./draft-state.repository.js";
import { lockDraft } from "./lock-document.js";
import { needsRebuild } from "./needs-rebuild.js";
import type { LiveNext } from "./replace-draft.js";
import { type TypeContext, typeContextAt, readTypeContext } from "../types/type-context.repository.js";
import type { TypedDocument } from "./document.repository.js";
import { presentDocument } from "./present-document.js";
import { type Looked, presentChecked, presentState } from "./present-draft.js";
import { readMemories } from "../translations/translation-memory.repository.js";

type Opened = ResultOf<typeof openContract>;

/**
 * Opens a document for an editor. The first opening creates its collaborative state; the first opening after
 * its type or the locales have grown adds the missing permanent entries, and rebuilds a state that has entries of another
 * kind than the type gives them now (rules/content 65).
 */
export async function openDocument(
  draftServices: DraftServices,
  accountId: string,
  found: OpenedDocument,
): Promise<Opened> {
  const typeContext = await readTypeContext(draftServices.host.read, found.document.typeId);
  if (typeContext === null) throw unknownDocument();
  const { document, epoch, live } = isWhole(found, typeContext)
    ? found
    : await completeState(draftServices, accountId, found.document);
  if (live === null) throw unknownDocument();
  const looked = await lookAt(draftServices.host.read, accountId, { document, typeContext });
  return { ...looked, ...presentState({ epoch, live, typeContext }) };
}

/**
 * Returns a document with the issues that keep it from being published, by the schema against which its last
 * save was checked (rules/content 24).
 */
export async function lookAt(
  read: Reader,
  accountId: string,
  { document, typeContext }: TypedDocument,
  { tellsUnlinked = false } = {},
): Promise<Looked> {
  const kept = await typeContextAt(read, typeContext, document.schemaVersion);
  const check = (by: TypeContext) =>
    checkDocument(read, {
      typeContext: by,
      document,
      accountId,
      draft: document.draft,
      tellsUnlinked,
    });
  const [own, latest, memories] = await Promise.all([
    check(kept),
    kept === typeContext ? [] : check(typeContext),
    readMemories(read, hasTranslations(typeContext) ? [document.id] : []),
  ]);
  // An issue of the newest version counts at once if it does not keep the draft from being published, such as
  // a removed field; its other demands count from the next save.
  const issues = [...own, ...latest.filter((issue) => isPublishable([issue]) && !isNamed(own, issue))];
  const coverage = coverageOf(
    typeContext.schema,
    typeContext.locales,
    document.draft,
    memories.get(document.id),
  );
  return {
    ...presentChecked({ document, typeContext: kept, issues }),
    document: presentDocument(document, typeContext, coverage),
  };
}

const isNamed = (issues: readonly ContentIssue[], { path, locale }: ContentIssue): boolean =>
  issues.some((each) => each.path === path && each.locale === locale);

/** Tells whether there is a state that has all permanent entries of the draft. */
const isWhole = ({ live, standing }: OpenedDocument, typeContext: TypeContext): boolean =>
  live !== null && standing === permanentEntriesKey(typeContext);

/**
 * Makes and stores the state with the content of the draft and all its permanent entries. When another request
 * was first, its state is used.
 */
function completeState(
  draftServices: DraftServices,
  accountId: string,
  { id, draftBytes }: ContentDocument,
): Promise<OpenedDocument> {
  const { host, largeDocuments, mutex } = draftServices;
  const make = (now: DraftNow) => begun(draftServices, now);
  return mutex.take(id, () => {
    largeDocuments.noteBytes(id, draftBytes);
    return withComputed(draftServices, id, make, (made) =>
      host.transact(async (tx) => {
        const now = await lockDraft(tx, id, accountId);
        if (isWhole(now, now.typeContext)) return now;
        const { live, epoch = now.epoch } = await made(now);
        await saveState(tx, now, live, { epoch });
        return { ...now, live, epoch };
      }),
    );
  });
}

async function begun({ drafts }: DraftServices, now: DraftNow): Promise<LiveNext> {
  const { shape, document, live, epoch } = now;
  const same = { fields: document.draft, isChanged: false };
  const isRebuilt = await needsRebuild({ drafts }, now);
  if (live !== null && !isRebuilt)
    return { ...same, live: { ...live, ...(await drafts.complete(shape, live)) } };
  const { state, stateVector, moved } = await drafts.make(shape, document.draft);
  const made = { ...same, live: { state, stateVector, moved, buffered: null } };
  return isRebuilt ? { ...made, epoch: epoch + 1 } : made;
}
