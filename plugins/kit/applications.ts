import type { ApplicationCollection, ApplicationView } from "../../contracts/applications.js";

/** What a set declares of an Application; what has a default may be left out. */
export interface ApplicationDeclaration extends Omit<
  ApplicationView,
  "inputKind" | "minImages" | "maxImages" | "presets" | "thumb"
> {
  /** `image` when left out. */
  inputKind?: ApplicationView["inputKind"];
  /** 0 when left out. */
  minImages?: number;
  /** As many as `minImages` when left out. */
  maxImages?: number;
  presets?: ApplicationView["presets"];
  /** Parameters of the model that every run has, such as `aspectRatio`; prompt and media are filled in. */
  params: Readonly<Record<string, unknown>>;
}

/**
 * Extension point `applications`: curated one-shot requests to models of the catalog, on shelves. Data only: an
 * Application is served while its model is in the catalog, whichever plugin brings that. Ids are unique over all sets.
 */
export interface ApplicationSet {
  /** Slug. */
  id: string;
  applications: readonly ApplicationDeclaration[];
  collections: readonly ApplicationCollection[];
  /**
   * A folder with a WebP for each Application (`<id>.webp`) and, where there is one, each preset (`<id>-<preset>.webp`); they are
   * served to everybody. Left out: no thumbnails.
   */
  thumbs?: string;
  close?(): Promise<void>;
}
