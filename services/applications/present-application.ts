import type { ApplicationView } from "../../contracts/applications.js";
import type { ApplicationDeclaration } from "../../plugins/kit/applications.js";

/** Paths of thumbnails by the name of the Application, or by the names of the Application and its preset. */
export type Thumbs = ReadonlyMap<string, string>;

/** Returns an Application as callers see it: without its own parameters, and with its thumbnails. */
export function presentApplication(
  { params: _own, ...declared }: ApplicationDeclaration,
  thumbs: Thumbs,
): ApplicationView {
  const { inputKind = "image", minImages = 0, maxImages = minImages, presets = [] } = declared;
  const thumb = thumbs.get(declared.id);
  const shown = presets.map((preset) => {
    const own = preset.thumb ?? thumbs.get(`${declared.id}-${preset.id}`);
    return { ...preset, ...(own !== undefined && { thumb: own }) };
  });
  return {
    ...declared,
    inputKind,
    minImages,
    maxImages,
    ...(thumb !== undefined && { thumb }),
    presets: shown,
  };
}
