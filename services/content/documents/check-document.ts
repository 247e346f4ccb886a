import { type AnyDefinition, isPlainObject } from "../../../contracts/content-values.js";
import { fieldPicker } from "../../../contracts/content-own-fields.js";
import type {
  ContentFields,
  ContentIssue,
  ContentSchema,
  FieldDefinition,
} from "../../../contracts/content-schema.js";
import { isUuid } from "../../../contracts/ids.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { findProject } from "../../projects/index.js";
import { mediaIn, readableTypes } from "../../storage/index.js";
import { checkDraft } from "../validity/check-draft.js";
import { idIn, type Known } from "../validity/check-named.js";
import { type TypeContext, typeContextAt } from "../types/type-context.repository.js";
import { readFormer } from "./read-former.js";
import { readTargets } from "./batch/batch.repository.js";

export interface DraftToCheck {
  typeContext: TypeContext;
  /** The document as it was last saved. */
  document: Pick<ContentDocument, "id" | "type" | "projectId" | "isValid" | "schemaVersion" | "draft">;
  /** The account that saves, publishes or reads. */
  accountId: string;
  /** The document's draft, or its replacement. */
  draft: ContentFields;
  /**
   * True when media that readers of the project cannot see is an issue. Agents ask for it, because they do
   * not see that a picture is missing (rules/mcp 14).
   */
  tellsUnlinked?: boolean;
}

/** A reference of a draft to another row. */
export interface Mention {
  /** The id in lower case; it may be no UUID at all. */
  id: string;
  /** The path of the reference, written as in issues: `gallery[2]`. */
  path: string;
}

export interface Mentions {
  documents: Mention[];
  media: Mention[];
}

/** A draft to check, with the references that it has. */
export interface MentioningDraft extends DraftToCheck {
  mentions: Mentions;
}

export const toCheck = (check: DraftToCheck): MentioningDraft => ({
  ...check,
  mentions: mentionsOf(check.typeContext.schema, check.draft),
});

/**
 * Returns every reference and every media file that a draft or a published payload names, in the order of the
 * schema.
 */
export function mentionsOf(schema: ContentSchema, draft: ContentFields): Mentions {
  const found: Mentions = { documents: [], media: [] };
  collectFields(schema.fields, draft, "", found);
  return found;
}

/** Tells whether a value of the definition may name a document or a file. */
const mayMention = (definition: AnyDefinition): boolean => {
  switch (definition.type) {
    case "media":
    case "reference":
      return true;
    case "object":
      return definition.fields.some(mayMention);
    case "array":
      return mayMention(definition.of);
    default:
      return false;
  }
};

const pickMentioning = fieldPicker({ own: mayMention });

function collectFields(
  definitions: readonly FieldDefinition[],
  values: Record<string, unknown>,
  prefix: string,
  found: Mentions,
): void {
  for (const definition of pickMentioning(definitions, values)) {
    if (!Object.hasOwn(values, definition.name)) continue;
    const value = values[definition.name];
    const path = prefix + definition.name;
    if (definition.localized === true && isPlainObject(value) && !Object.hasOwn(value, "storageId"))
      for (const own of Object.values(value)) collect(definition, own, path, found);
    else collect(definition, value, path, found);
  }
}

function collect(definition: AnyDefinition, value: unknown, path: string, found: Mentions): void {
  switch (definition.type) {
    case "media":
      return note(found.media, idIn(value, "storageId"), path);
    case "reference":
      return note(found.documents, idIn(value, "documentId"), path);
    case "object":
      if (isPlainObject(value)) collectFields(definition.fields, value, `${path}.`, found);
      return;
    case "array":
      if (Array.isArray(value))
        value.forEach((item, index) => collect(definition.of, item, `${path}[${index}]`, found));
      return;
    default:
  }
}

function note(into: Mention[], id: string | null, path: string): void {
  if (id !== null) into.push({ id, path });
}

/** Returns the issues of a draft (rules/content 22). */
export async function checkDocument(read: Reader, check: DraftToCheck): Promise<ContentIssue[]> {
  const mentioning = toCheck(check);
  const ids = uuidsOf(mentioning.mentions.documents);
  const documents = await readTargets(read, check.document.projectId, ids);
  const [issues = []] = await checkDrafts(read, [mentioning], documents);
  return issues;
}

/**
 * Returns the issues of several drafts of one project. `documents` has the type names of the documents to
 * which they refer; media is read for all of them at once.
 */
export async function checkDrafts(
  read: Reader,
  checks: readonly MentioningDraft[],
  documents: ReadonlyMap<string, string>,
): Promise<ContentIssue[][]> {
  const asked = await Promise.all(
    checks.map(async (check) => ({
      accountId: check.accountId,
      ids: uuidsOf(check.mentions.media),
      granted: await mediaBefore(read, check),
    })),
  );
  const media = asked.some(({ ids }) => ids.length > 0) ? await readableTypes(read, asked) : [];
  const unlinked = await readUnlinked(read, checks, media);
  const issues: ContentIssue[][] = [];
  // The drafts are checked one after the other, because the next ones use what the first one read of earlier
  // schemas.
  for (const [at, check] of checks.entries()) {
    const { id, type } = check.document;
    // The check of a draft of half a million values takes a part of a second.
    await read.pause();
    const known: Known = {
      documents: new Map([...documents, [id, type] as const]),
      media: media[at] ?? new Map(),
      ...(check.tellsUnlinked === true && { unlinked }),
    };
    issues.push(await issuesOf(read, check, known));
  }
  return issues;
}

async function issuesOf(
  read: Reader,
  { typeContext, draft }: MentioningDraft,
  known: Known,
): Promise<ContentIssue[]> {
  const { schema, locales } = typeContext;
  const issues = checkDraft({ schema, locales, draft, known });
  if (!issues.some(({ code }) => code === "unknown_field" || code === "unknown_locale")) return issues;
  const former = await readFormer(read, typeContext);
  return checkDraft({ schema, locales, draft, known, former });
}

/** Reads the media of which readers of the project get no URL, for the drafts with `tellsUnlinked`. */
async function readUnlinked(
  read: Reader,
  checks: readonly MentioningDraft[],
  media: readonly ReadonlyMap<string, string>[],
): Promise<ReadonlySet<string>> {
  const ids = [
    ...new Set(
      checks.flatMap(({ tellsUnlinked }, at) => (tellsUnlinked ? [...(media[at]?.keys() ?? [])] : [])),
    ),
  ];
  const [first] = checks;
  const project =
    ids.length === 0 || first === undefined ? null : await findProject(read, first.document.projectId);
  if (project === null) return new Set();
  const found = await mediaIn(read, project, ids);
  return new Set(ids.filter((id) => found.get(id)?.isLinked === false));
}

/** Returns the ids that are mentioned, each of them once. */
export const idsOf = (mentions: readonly Mention[]): string[] => [...new Set(mentions.map(({ id }) => id))];

/** Returns the ids that are UUIDs; anything else refers to nothing. */
export const uuidsOf = (mentions: readonly Mention[]): string[] => idsOf(mentions).filter(isUuid);

/**
 * Returns the media to which the last valid draft already referred. The member who added a file could read
 * it; a member who later edits the title does not have to. The schema by which that draft was valid tells what
 * was media in it: under a newer one an id would be media that nobody has ever checked.
 */
async function mediaBefore(
  read: Reader,
  { typeContext, document, mentions }: MentioningDraft,
): Promise<ReadonlySet<string>> {
  // A draft without media needs no such set.
  if (!document.isValid || mentions.media.length === 0) return new Set();
  const { schema, schemaVersion } = await typeContextAt(read, typeContext, document.schemaVersion);
  return new Set(
    schemaVersion === document.schemaVersion ? idsOf(mentionsOf(schema, document.draft).media) : [],
  );
}
