import { readdir } from "node:fs/promises";
import type { ApplicationSet } from "../../plugins/kit/applications.js";
import { THUMBS_PATH } from "./serve-thumb.js";

/** Paths of thumbnails by the name of the Application, or of it and its preset. */
export type Thumbs = ReadonlyMap<string, string>;

const known = new WeakMap<ApplicationSet, Promise<Thumbs>>();

/** The thumbnails that lie in a set's folder. They are looked up once for each version of the set. */
export function thumbsOf(set: ApplicationSet): Promise<Thumbs> {
  const found = known.get(set) ?? list(set);
  known.set(set, found);
  return found;
}

async function list({ id, thumbs }: ApplicationSet): Promise<Thumbs> {
  const names = thumbs === undefined ? [] : await readdir(thumbs).catch(() => []);
  return new Map(
    names
      .filter((name) => name.endsWith(".webp"))
      .map((name) => [name.slice(0, -".webp".length), `${THUMBS_PATH}/${id}/${name}`]),
  );
}
