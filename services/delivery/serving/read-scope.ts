import type { Locales } from "../../../contracts/content-locales.js";
import type { IndexPage, IndexQuery } from "../../../engines/document-index/index.js";
import type { ContentType, Perspective } from "../../content/index.js";
import type { TokenSeen } from "../tokens/token.repository.js";
import type { ChangeLog } from "./change-log.js";

/** The types and locales of a project at a revision. */
export interface ContentModel {
  /** The revision of the newest change of types or settings in the model, by which models differ. */
  revision: number;
  types: ReadonlyMap<string, ContentType>;
  typesById: ReadonlyMap<string, ContentType>;
  locales: Locales;
  /** The bytes of the schemas as JSON. */
  bytes: number;
}

/** A project and the log of its changes. */
export interface LoggedProject {
  readonly id: string;
  readonly log: ChangeLog;
}

/** A page that an index found. */
export interface FoundPage {
  type: ContentType;
  query: IndexQuery;
  page: IndexPage;
}

/**
 * The rows that a response is made from, noted while it is made, so that a later request can tell whether the
 * response still holds.
 */
export interface Dependencies {
  /**
   * Documents that were looked up by id, including those that were not found. The documents of pages are not
   * among them.
   */
  documentIds: Set<string>;
  /** Files that the documents name, including files that the project does not have. */
  storageIds: Set<string>;
  pages: FoundPage[];
}

/**
 * What a request reads: a project as of a revision, in a perspective. The caches are asked with it, and know nothing else of the
 * request.
 */
export interface ReadScope {
  readonly seen: TokenSeen;
  readonly project: LoggedProject;
  readonly model: ContentModel;
  readonly perspective: Perspective;
  readonly revision: number;
  /** What the response depends on, noted while it is made. */
  readonly dependencies: Dependencies;
  /** Counts bytes that the response retains until it is made. Throws NeedsTurn. */
  retain(bytes: number): void;
}
