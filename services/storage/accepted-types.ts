import { invalidParams } from "../../contracts/errors.js";

/**
 * Names that a media type can be registered under (RFC 6838, 4.2), so `image/*` is none. The contract limits
 * their length.
 */
const MEDIA_TYPE = /^([a-z0-9][a-z0-9!#$&^_.+-]*)\/([a-z0-9][a-z0-9!#$&^_.+-]*)$/;
/** Characters of a content type from an origin. The contract of a ticket refuses longer ones itself. */
const MAX_TYPE = 200;
/**
 * Parameters of a media type (RFC 9110, 5.6.6) from the first semicolon on: `; name=token` or `; name="quoted"`. Each blank can be
 * matched in one way only: with two ways, a hundred characters would hold the event loop for hours.
 */
const PARAMETERS =
  /^(?:;[ \t]*(?:[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\\r\n]|\\.)*")[ \t]*)?)*$/;

/** Every JavaScript type of the WHATWG's list, for plugin bundles (rules/storage 5). */
const JAVASCRIPT = new Set([
  "application/ecmascript",
  "application/javascript",
  "application/x-ecmascript",
  "application/x-javascript",
  "text/ecmascript",
  "text/javascript",
  "text/jscript",
  "text/x-ecmascript",
  "text/x-javascript",
]);

const ACCEPTED = "image/*, video/*, audio/*, application/octet-stream or a JavaScript type";

/**
 * Returns the bare type of an accepted `contentType`, in lower case; parameters such as `; charset=utf-8` are
 * allowed and dropped. Throws `invalid_params` that names the accepted types (rules/storage 5).
 */
export function acceptedType(contentType: string): string {
  const end = contentType.indexOf(";");
  const essence = (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  const [, major] = MEDIA_TYPE.exec(essence) ?? [];
  if (major === undefined || !PARAMETERS.test(end < 0 ? "" : contentType.slice(end))) {
    throw invalidParams(`contentType must be a media type such as image/png; accepted are ${ACCEPTED}.`);
  }
  const isAccepted =
    ["image", "video", "audio"].includes(major) ||
    essence === "application/octet-stream" ||
    JAVASCRIPT.has(essence);
  if (!isAccepted) throw invalidParams(`contentType must be ${ACCEPTED}, not ${essence}.`);
  return essence;
}

/**
 * Returns the bare type of a header that names an image, a video or audio, in lower case; null for every
 * other header.
 */
export function mediaType(contentType: string | undefined): string | null {
  const essence = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const [, major = ""] = MEDIA_TYPE.exec(essence) ?? [];
  return essence.length <= MAX_TYPE && ["image", "video", "audio"].includes(major) ? essence : null;
}
