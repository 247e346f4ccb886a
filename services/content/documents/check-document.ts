import type { ContentFields, ContentIssue } from "../../../contracts/content-schema.js";
import { isUuid } from "../../../contracts/ids.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Reader } from "../../../runtime/transaction.js";
import { findProject } from "../../projects/index.js";
import { mediaIn, readableTypes } from "../../storage/index.js";
import { checkDraft } from "../validity/check-draft.js";
import { idsOf, type Mention, type Mentions, mentionsOf } from "../validity/mentions.js";
import type { TypeContext } from "./type-context.js";
import { readFormer } from "./read-former.js";
import { readTargets } from "./targets.js";

export interface DraftToCheck {
  typeContext: TypeContext;
  /** As it was last saved. */
  document: Pick<ContentDocument, "id" | "type" | "projectId" | "isValid" | "draft">;
  /** The account that saves, publishes or reads. */
  accountId: string;
  /** The document's draft, or its replacement. */
  draft: ContentFields;
  /** Whether media that readers of the project cannot see is an issue: agents see no picture that is missing (decisions 12). */
  tellsUnlinked?: boolean;
}

/**
 * The issues of a draft (decisions 10). Reads what the draft refers to: one query for
 * documents, a few for media.
 */
export async function checkDocument(read: Reader, check: DraftToCheck): Promise<ContentIssue[]> {
  const mentions = mentionsOf(check.typeContext.schema, check.draft);
  const documents = await readTargets(read, check.document.projectId, uuidsOf(mentions.documents));
  return checkKnown(read, check, mentions, documents);
}

/** The same where the caller has found the documents, by name of their type. */
export async function checkKnown(
  read: Reader,
  check: DraftToCheck,
  mentions: Mentions,
  documents: ReadonlyMap<string, string>,
): Promise<ContentIssue[]> {
  const { schema, locales } = check.typeContext;
  const { id, type } = check.document;
  const media = await readableTypes(read, check.accountId, uuidsOf(mentions.media), mediaBefore(check));
  const known = {
    documents: new Map([...documents, [id, type] as const]),
    media,
    ...(check.tellsUnlinked === true && {
      unlinked: await unlinkedIn(read, check.document.projectId, [...media.keys()]),
    }),
  };
  const issues = checkDraft({ schema, locales, draft: check.draft, known });
  if (!issues.some(({ code }) => code === "unknown_field" || code === "unknown_locale")) return issues;
  const former = await readFormer(read, check.typeContext);
  return checkDraft({ schema, locales, draft: check.draft, known, former });
}

async function unlinkedIn(read: Reader, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const project = ids.length === 0 ? null : await findProject(read, projectId);
  if (project === null) return new Set();
  const found = await mediaIn(read, project, ids);
  return new Set(ids.filter((id) => found.get(id)?.isLinked === false));
}

/** Anything that is not a UUID refers to nothing. */
const uuidsOf = (mentions: readonly Mention[]): string[] => idsOf(mentions).filter(isUuid);

/**
 * Media that the last valid draft already referred to. The member who added it could read it; a member who later
 * edits the title does not have to.
 */
const mediaBefore = ({ typeContext, document }: DraftToCheck): ReadonlySet<string> =>
  new Set(document.isValid ? idsOf(mentionsOf(typeContext.schema, document.draft).media) : []);
