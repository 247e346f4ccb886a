import {
  contentCreateDocument,
  contentDeleteDocument,
  contentGetDocument,
  contentPatchDraft,
} from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { changeAt, fileAt, type MediaPlace, valueAt, withFile } from "./media-places.js";
import { CHANGED, once, onWhatThereIs, type Sent, shareWith } from "./sharing.js";

export interface IntoDocument {
  storageId: string;
  /** Null is the person's own space. */
  projectId: string | null;
  place: MediaPlace;
  locale: string;
}

const nameOf = (title: string | null): string =>
  title?.trim() ? `“${title}”` : "a document without a title";
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Puts a file into a field of a document; what others write at the same time stays. */
export async function putIntoDocument(id: string, into: IntoDocument): Promise<Sent> {
  const { storageId, projectId, place, locale } = into;
  await shareWith(storageId, projectId);
  return onWhatThereIs(async () => {
    const { document } = await call(contentGetDocument, { id });
    const old = valueAt(document.draft, place, locale);
    const isThere = place.isList
      ? listOf(old).some((item) => fileAt(item) === storageId)
      : fileAt(old) === storageId;
    if (!isThere)
      await call(contentPatchDraft, {
        id,
        draft: changeAt(place, locale, withFile(place, old, storageId)),
        baseVersion: document.draftVersion,
      });
    return {
      into: `${nameOf(document.title)}, ${place.title}`,
      next: document.status === "draft" ? null : "Readers see it once the document is published again.",
      open: { kind: "document" as const, id },
      isShared: projectId !== null,
      undo: isThere ? null : () => onWhatThereIs(() => takeOut(id, into, old)),
    };
  });
}

/** Puts back what was there before, where the file is still there. */
async function takeOut(id: string, { storageId, place, locale }: IntoDocument, old: unknown): Promise<void> {
  const { document } = await call(contentGetDocument, { id });
  const now = valueAt(document.draft, place, locale);
  const rest = listOf(now).filter((item) => fileAt(item) !== storageId);
  if (place.isList ? rest.length === listOf(now).length : fileAt(now) !== storageId) throw new Error(CHANGED);
  await call(contentPatchDraft, {
    id,
    draft: changeAt(place, locale, place.isList ? rest : (old ?? null)),
    baseVersion: document.draftVersion,
  });
}

/** Makes a document that has the file and nothing else yet. */
export async function putIntoNewDocument(
  type: { name: string; title: string },
  { storageId, projectId, place, locale, home }: IntoDocument & { home: string },
): Promise<Sent> {
  await shareWith(storageId, projectId);
  const { document } = await once(
    `The new ${type.title.toLowerCase()}`,
    call(contentCreateDocument, {
      projectId: home,
      type: type.name,
      draft: changeAt(place, locale, withFile(place, undefined, storageId)),
    }),
  );
  return {
    into: `a new ${type.title.toLowerCase()}, ${place.title}`,
    next: "The rest of it is still to be written.",
    open: { kind: "document", id: document.id },
    isShared: projectId !== null,
    undo: async () => {
      const { document: now } = await call(contentGetDocument, { id: document.id });
      // To publish leaves the version of the draft as it was.
      if (now.status !== "draft" || now.draftVersion !== document.draftVersion) throw new Error(CHANGED);
      await call(contentDeleteDocument, { id: document.id });
    },
  };
}
