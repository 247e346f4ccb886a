import type { ContentEvent } from "../../../../contracts/content-events.js";
import type { ContentFields, ContentIssue } from "../../../../contracts/content-schema.js";
import type { ServiceError } from "../../../../contracts/errors.js";
import type { ContentDocument } from "../../../../entities/content-document.js";
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
import type { Published, References } from "./batch.repository.js";
import type { SettledBefore } from "./settle-before.js";

/** The fields that every request of a batch has. */
interface BatchRequest {
  /** The id of the document. */
  id: string;
  author: Author;
  /** The name of the document's type. */
  type: string;
  /** The approximate size of the draft. */
  draftBytes: number;
  /** The act whose entry in the audit log is written with the request; null for none. */
  act: Act | null;
}

export interface CreateRequest extends BatchRequest {
  verb: "create";
  draft: ContentFields;
  /** The draft as it was settled before the transaction; null or left out when that is done inside. */
  before?: SettledBefore | null;
}

export interface PublishRequest extends BatchRequest {
  verb: "publish";
  baseVersion: number;
  /** True when a run of a workflow publishes. Such a publish starts no other run. */
  isByRun: boolean;
  /** The budget of the credential that publishes; translations that follow count against it. */
  budgetId?: string | null | undefined;
}

export type WriteRequest = CreateRequest | PublishRequest;

/** The rows that a batch of a project has locked and read for all of its requests. */
export interface BatchFound {
  projectId: string;
  /** The accounts of the batch that see the project. */
  seers: ReadonlySet<string>;
  /**
   * The bytes that the content of all projects of the owner stores, and may store. Null for a batch without creates, and
   * where nothing bounds them.
   */
  room: { stored: number; most: number } | null;
  /** The type contexts by the name of the type. Locks keep them as they are. */
  typeContexts: ReadonlyMap<string, TypeContext>;
  /** The locked documents that are to be published, by id. */
  documents: ReadonlyMap<string, ContentDocument>;
  listeners: readonly Listener[];
  triggers: readonly PublishTrigger[];
}

/** A request that may be done if its draft allows it. */
interface AnyAdmitted {
  typeContext: TypeContext;
  /** The draft to check; null when nothing is to be checked. */
  check: MentioningDraft | null;
  /** The documents to which the draft refers. */
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
  /** The locked document as it is now. */
  document: ContentDocument;
}

export type Admitted = AdmittedCreate | AdmittedPublish;

/** The issues that the check of the draft found. */
interface WithIssues {
  issues: readonly ContentIssue[];
}
export type CheckedCreate = AdmittedCreate & WithIssues;
export type CheckedPublish = AdmittedPublish & WithIssues;
export type Checked = CheckedCreate | CheckedPublish;

/** A document that was created or published, with the issues of its draft. */
export interface Written extends TypedDocument {
  issues: readonly ContentIssue[];
}

/** The rows to write for a request. */
export interface Plan {
  written: Written;
  act: Act | null;
  /** The changes of the project's content; empty where nothing changes. */
  changes: readonly NewChange[];
  created: ContentDocument | null;
  published: PublishPlan | null;
}

/** The rows that a publish writes beside its change. */
export interface PublishPlan {
  row: Published;
  /** The derived columns, where the schema is newer than the draft's last save. */
  derived: DerivedColumns | null;
  revision: ContentRevision;
  references: References;
  event: ContentEvent;
  /** The document after the publish. */
  document: Pick<ContentDocument, "id" | "type" | "draftVersion">;
  /** True when translations follow. */
  isTranslated: boolean;
  isByRun: boolean;
  budgetId: string | null | undefined;
}

/** The result of a request so far, or the refusal that ends it. */
export type Step<T> = { value: T } | { refusal: ServiceError };
