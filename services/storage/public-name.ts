import type { StorageObject } from "../../entities/storage-object.js";
import { safeFilename } from "../../plugins/kit/content-disposition.js";

/** Path of published objects below the public origin (rules/storage 20). */
export const PUBLIC_PATH = "/a";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "image/x-icon": "ico",
  "video/quicktime": "mov",
  "video/x-matroska": "mkv",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "application/octet-stream": "bin",
};

function extensionOf(contentType: string): string {
  const subtype = contentType.split("/")[1] ?? "";
  const known = EXTENSIONS[contentType] ?? (subtype.includes("javascript") ? "js" : subtype);
  return /^[a-z0-9]{1,10}$/.test(known) ? known : "bin";
}

type Named = Pick<StorageObject, "id" | "filename" | "contentType">;

/** Returns the one name under which an object is published; it follows from values that never change. */
export const publicName = ({ filename, contentType }: Named): string =>
  filename === null ? `file.${extensionOf(contentType)}` : safeFilename(filename);

/** Returns the path of an object's permanent address. */
export const publicPath = (object: Named): string =>
  `${PUBLIC_PATH}/${object.id}/${encodeURIComponent(publicName(object))}`;
