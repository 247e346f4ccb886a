import { SaxesParser, type SaxesTagNS } from "saxes";
import { Refusal } from "../../../runtime/process/studio/refusal.js";

const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 256;
/** The most `use` elements: each draws the element that it names once more. */
const MAX_USES = 2_000;
/** The most masks, clips, patterns and markers: each is a picture of its own while the whole is drawn. */
const MAX_LAYERS = 200;
const SVG = "http://www.w3.org/2000/svg";

/** The elements that compute each pixel from many others, run code, or embed documents and media. */
const REFUSED = new Set([
  "script",
  "foreignObject",
  "filter",
  "iframe",
  "audio",
  "video",
  "handler",
  "listener",
]);
const LAYERS = new Set(["mask", "clipPath", "pattern", "marker"]);
const PICTURES = new Set(["image", "feImage"]);
/**
 * The form of an embedded picture: it must be one of pixels, because an embedded SVG would not be checked.
 */
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

const refuse = (what: string): never => {
  throw new Refusal(`it is an SVG ${what}`);
};

/**
 * Reads an SVG as XML. Throws Refusal for one that could cost more than its size tells, or that embeds
 * documents which were not checked: filters, scripts, entities, style sheets of other files, thousands of
 * copies.
 */
export function refuseHostileSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const count = { elements: 0, uses: 0, layers: 0 };
  let depth = 0;
  let style: string | null = null;
  parser.on("error", (error) => refuse(`that is not well-formed: ${error.message.slice(0, 200)}`));
  parser.on("doctype", (doctype) => {
    if (doctype.includes("[")) refuse("that declares entities");
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target.toLowerCase() === "xml-stylesheet") refuse("with a style sheet of its own file");
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    count.elements += 1;
    if (depth === 1 && (tag.local !== "svg" || tag.uri !== SVG)) refuse("without an svg element at its root");
    if (depth > MAX_DEPTH) refuse(`that is nested deeper than ${MAX_DEPTH} elements`);
    if (count.elements > MAX_ELEMENTS) refuse(`of more than ${MAX_ELEMENTS} elements`);
    if (REFUSED.has(tag.local)) refuse(`with a ${tag.local} element, which is not accepted`);
    if (tag.local === "use" && (count.uses += 1) > MAX_USES) refuse(`of more than ${MAX_USES} use elements`);
    if (LAYERS.has(tag.local) && (count.layers += 1) > MAX_LAYERS)
      refuse(`of more than ${MAX_LAYERS} masks, clips, patterns and markers`);
    refuseAttributes(tag);
    if (tag.local === "style") style = "";
  });
  const hear = (part: string) => {
    if (style !== null) style += part;
  };
  parser.on("text", hear);
  parser.on("cdata", hear);
  parser.on("closetag", ({ local }) => {
    depth -= 1;
    if (local !== "style" || style === null) return;
    refuseStyle(style);
    style = null;
  });
  parser.write(text).close();
  if (count.elements === 0) refuse("without elements");
}

function refuseAttributes(tag: SaxesTagNS): void {
  for (const { local, value } of Object.values(tag.attributes)) {
    if (/^on/i.test(local)) refuse(`with the script attribute ${local}`);
    if (local === "href" && tag.local !== "a") refuseAddress(tag.local, value.trim());
    else if (local === "filter" && value.trim() !== "none") refuse("with a filter, which is not accepted");
    else refuseStyle(value, local === "style");
  }
}

/**
 * Refuses a document inside of an address that is no picture of pixels, because it would be drawn. An address
 * of another document is harmless: the SVG is decoded from bytes without an address of its own, so nothing is
 * loaded.
 */
function refuseAddress(element: string, address: string): void {
  if (!/^\s*data:/i.test(address)) return;
  if (PICTURES.has(element) && INLINE_PICTURE.test(address)) return;
  refuse(`with a document inside of an attribute (${address.slice(0, 40)})`);
}

/**
 * Refuses documents in `url(…)`, in styles and other attributes; in styles also escapes, imports and filters.
 */
function refuseStyle(style: string, isStyle = true): void {
  for (const [, address = ""] of style.matchAll(/url\(\s*["']?([^"')]*)/gi))
    if (/^\s*data:/i.test(address)) refuse(`with a document inside of its style (${address.slice(0, 40)})`);
  if (!isStyle) return;
  // An escape could spell any of the words below.
  if (style.includes("\\")) refuse("with escapes in its style");
  if (/@import/i.test(style)) refuse("that imports a style sheet");
  if (/(?:^|[;{\s])(?:backdrop-)?filter\s*:\s*(?!none\b)/i.test(style))
    refuse("with a filter, which is not accepted");
}
