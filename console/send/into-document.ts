import {
  contentCreateDocument,
  contentDeleteDocument,
  contentGetDocument,
  contentPatchDraft,
} from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { holds, type MediaPlace, withFile } from "./media-places.js";
import { holding, printApart, type Put, spotNow, without } from "./out-of-document.js";
import { CHANGED, once, onWhatThereIs, type Sent, shareWith } from "./sharing.js";
import { changeAt, type ChosenSpot, newSpot, valueAt } from "./spots.js";

export interface IntoDocument {
  storageId: string;
  /** The id of the project; null is the person's own space. */
  projectId: string | null;
  place: MediaPlace;
  locale: string;
}

export const CHOOSE_AGAIN = "Somebody has changed this item meanwhile. Choose it again.";

const nameOf = (title: string | null): string =>
  title?.trim() ? `“${title}”` : "a document without a title";

/**
 * Puts a file into a spot of a document and leaves the changes of others (rules/console 12). Throws if the
 * item of the spot is gone.
 */
export async function putIntoDocument(id: string, chosen: ChosenSpot, into: IntoDocument): Promise<Sent> {
  const { storageId, projectId, place, locale } = into;
  await shareWith(storageId, projectId);
  return onWhatThereIs(async () => {
    const { document } = await call(contentGetDocument, { id });
    const here = spotNow(document, chosen, into);
    if (here === undefined) throw new Error(CHOOSE_AGAIN);
    const old = valueAt(document.draft, place, locale, here);
    const isThere = holds(place, old, storageId);
    const sent = {
      into: `${nameOf(document.title)}, ${place.title}`,
      next: document.status === "draft" ? null : "Publish the document again to show it to readers.",
      open: { kind: "document" as const, id },
      isShared: projectId !== null,
    };
    if (isThere) return { ...sent, undo: null };
    const value = withFile(place, old, storageId);
    const patched = call(contentPatchDraft, {
      id,
      draft: changeAt(document.draft, place, { spot: here, locale, value }),
      baseVersion: document.draftVersion,
    });
    const isNew = here.items.includes(null);
    const { document: after } = await (isNew ? once("The new item", patched) : patched);
    const held = holding(after.draft, into);
    const print = printApart(after.draft, into, here);
    const put: Put = { ...into, spot: { ...here, print }, old, isOnly: held.length === 1 };
    return { ...sent, undo: () => onWhatThereIs(() => takeOut(id, put)) };
  });
}

/** Restores the earlier content of the spot if the file is still there. */
async function takeOut(id: string, put: Put): Promise<void> {
  const { document } = await call(contentGetDocument, { id });
  const draft = without(document.draft, put);
  if (draft === null) throw new Error(CHANGED);
  await call(contentPatchDraft, { id, draft, baseVersion: document.draftVersion });
}

/** Makes a document with the file as its only content. */
export async function putIntoNewDocument(
  type: { name: string; title: string },
  { storageId, projectId, place, locale, home }: IntoDocument & { home: string },
): Promise<Sent> {
  await shareWith(storageId, projectId);
  const value = withFile(place, undefined, storageId);
  const { document } = await once(
    `The new ${type.title.toLowerCase()}`,
    call(contentCreateDocument, {
      projectId: home,
      type: type.name,
      draft: changeAt({}, place, { spot: newSpot(place), locale, value }),
    }),
  );
  return {
    into: `a new ${type.title.toLowerCase()}, ${place.title}`,
    next: "Its other fields are still empty.",
    open: { kind: "document", id: document.id },
    isShared: projectId !== null,
    undo: async () => {
      const { document: now } = await call(contentGetDocument, { id: document.id });
      // Publishing and unpublishing leave the version of the draft unchanged, but readers may have read the
      // document.
      if (now.firstPublishedAt !== null || now.draftVersion !== document.draftVersion)
        throw new Error(CHANGED);
      await call(contentDeleteDocument, { id: document.id });
    },
  };
}
