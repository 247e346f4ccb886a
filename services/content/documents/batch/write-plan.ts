import type { ContentEvent } from "../../../../contracts/content-events.js";
import type { ContentFields, ContentIssue } from "../../../../contracts/content-schema.js";
import type { ServiceError } from "../../../../contracts/errors.js";
import type { ContentDocument, HistoryMark } from "../../../../entities/content-document.js";
import type { ContentReference } from "../../../../entities/content-reference.js";
import type { ContentRevision } from "../../../../entities/content-revision.js";
import type { Act } from "../../../../runtime/actions/audit/act.js";
import type { NewChange } from "../../../changes/index.js";
import type { Listener } from "../../../webhooks/index.js";
import type { PublishTrigger } from "../../../workflows/index.js";
import type { MentioningDraft } from "../check-document.js";
import type { DerivedColumns } from "../derived-columns.js";
import type { Author } from "../history.js";
import type { TypeContext } from "../../types/type-context.repository.js";
import type { TypedDocument } from "../document.repository.js";

/** What every request of a batch says. */
interface BatchRequest {
  /** Id of the document. */
  id: string;
  author: Author;
  /** Name of the type. */
  type: string;
  /** About as much as the draft has. */
  draftBytes: number;
  /** Its entry in the audit log is written with it; null for none. */
  act: Act | null;
}

export interface CreateRequest extends BatchRequest {
  verb: "create";
  draft: ContentFields;
}

export interface PublishRequest extends BatchRequest {
  verb: "publish";
  baseVersion: number;
  /** A run of a workflow publishes: that starts no other one. */
  isByRun: boolean;
  /** The budget of the credential that publishes: translations that follow count against it. */
  budgetId?: string | null | undefined;
}

export type WriteRequest = CreateRequest | PublishRequest;

/** What a batch of a project has locked and read for all of its requests. */
export interface BatchFound {
  projectId: string;
  /** Accounts of the batch that see the project. */
  seers: ReadonlySet<string>;
  /** By the name of the type; they stay as they are. */
  typeContexts: ReadonlyMap<string, TypeContext>;
  /** By id, the documents that are to be published. They are locked. */
  documents: ReadonlyMap<string, ContentDocument>;
  listeners: readonly Listener[];
  triggers: readonly PublishTrigger[];
}

/** A request that may be done if its draft allows it. */
interface AnyAdmitted {
  typeContext: TypeContext;
  /** Null: nothing is to be checked. */
  check: MentioningDraft | null;
  /** Documents that the draft refers to. */
  targets: readonly string[];
}

export interface AdmittedCreate extends AnyAdmitted {
  verb: "create";
  request: CreateRequest;
  projectId: string;
  draft: ContentFields;
  draftBytes: number;
}

export interface AdmittedPublish extends AnyAdmitted {
  verb: "publish";
  request: PublishRequest;
  /** The document as it is now. It is locked. */
  document: ContentDocument;
}

export type Admitted = AdmittedCreate | AdmittedPublish;

/** What the check of the draft found. */
interface WithIssues {
  issues: readonly ContentIssue[];
}
export type CheckedCreate = AdmittedCreate & WithIssues;
export type CheckedPublish = AdmittedPublish & WithIssues;
export type Checked = CheckedCreate | CheckedPublish;

/** A document that was created or published, and what a check of its draft found. */
export interface Written extends TypedDocument {
  issues: readonly ContentIssue[];
}

/** What is to be written for a request. */
export interface Plan {
  written: Written;
  act: Act | null;
  /** Nothing is written where nothing changes. */
  changes: readonly NewChange[];
  created: ContentDocument | null;
  published: PublishPlan | null;
}

/** What a publish makes of a document's row, whose draft is published as it is. */
export interface Published {
  id: string;
  publishedAt: number;
  firstPublishedAt: number;
  history: HistoryMark;
  schemaVersion: number;
}

/** What a document refers to once it is published. */
export interface References {
  documentId: string;
  /** Whether there may be rows of an earlier publish. */
  isRepeated: boolean;
  rows: ContentReference[];
}

/** What a publish writes beside its change. */
export interface PublishPlan {
  row: Published;
  /** Where the schema is newer than the draft's last save. */
  derived: DerivedColumns | null;
  revision: ContentRevision;
  references: References;
  event: ContentEvent;
  /** The document after the publish. */
  document: Pick<ContentDocument, "id" | "type" | "draftVersion">;
  /** Whether translations follow. */
  isTranslated: boolean;
  isByRun: boolean;
  budgetId: string | null | undefined;
}

/** What a request has come to, or the refusal that ends it. */
export type Step<T> = { value: T } | { refusal: ServiceError };
