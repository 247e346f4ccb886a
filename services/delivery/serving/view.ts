import type { Perspective } from "../../content/index.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import { Basis } from "./basis.js";
import type { ContentCache } from "./content-cache.js";
import type { ProjectContent, ProjectShape } from "./project-content.js";

/** What a request reads: a project as of a revision, as a perspective sees it. */
export interface View {
  cache: ContentCache;
  seen: TokenSeen;
  project: ProjectContent;
  shape: ProjectShape;
  perspective: Perspective;
  revision: number;
  /** What the answer is made from. */
  basis: Basis;
}

/**
 * The project as the request is to see it: with every change that was committed before it came. No promise where its
 * types and locales are at hand.
 */
export function viewOf(cache: ContentCache, seen: TokenSeen, perspective: Perspective): View | Promise<View> {
  const revision = perspective === "published" ? seen.publishedRevision : seen.revision;
  const project = cache.projectAt(seen.project.id, seen.revision);
  const withShape = (shape: ProjectShape): View => ({
    cache,
    seen,
    project,
    shape,
    perspective,
    revision,
    basis: new Basis(),
  });
  const shape = project.shapeAt(revision);
  return shape instanceof Promise ? shape.then(withShape) : withShape(shape);
}
