import type { ApplicationCollection, ApplicationView } from "../../contracts/applications.js";

/** An Application as a set declares it; fields that have a default may be left out. */
export interface ApplicationDeclaration extends Omit<
  ApplicationView,
  "inputKind" | "minImages" | "maxImages" | "presets" | "thumb"
> {
  /** Kind of the inputs; `image` when left out. */
  inputKind?: ApplicationView["inputKind"];
  /** The least number of pictures; 0 when left out. */
  minImages?: number;
  /** The greatest number of pictures; `minImages` when left out. */
  maxImages?: number;
  presets?: ApplicationView["presets"];
  /**
   * Parameters of the model that every run has, such as `aspectRatio`. Kiln adds the prompt and the media.
   */
  params: Readonly<Record<string, unknown>>;
}

/**
 * Extension point `applications`: curated requests to one model of the catalog each, on shelves. A set is
 * data only: an Application is served while its model is in the catalog, whichever plugin provides the model,
 * and takes the Application's input. Of several Applications with one id, over all sets, the first is served.
 */
export interface ApplicationSet {
  /** A slug. */
  id: string;
  applications: readonly ApplicationDeclaration[];
  collections: readonly ApplicationCollection[];
  /**
   * Path of a folder with a WebP for each Application (`<id>.webp`) and for presets (`<id>-<preset>.webp`).
   * They are served to everybody. Without a folder there are no thumbnails but those that presets name
   * themselves.
   */
  thumbs?: string;
  close?(): Promise<void>;
}
