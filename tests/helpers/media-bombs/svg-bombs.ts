import { constants, crc32, deflateRawSync } from "node:zlib";
import { type Bomb, bombOf, bytesOf, u32le } from "./bomb.js";

const OPEN = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inside: string, size = 'width="2000" height="2000"') => `<svg ${OPEN} ${size}>${inside}</svg>`;
const bomb = (name: string, text: string | (() => Buffer)): Bomb =>
  bombOf("image/svg+xml", `svg ${name}`, typeof text === "string" ? Buffer.from(text) : text);
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join("");
const filtered = (steps: string) =>
  svg(
    `<filter id="f" x="0" y="0" width="1" height="1">${steps}</filter><rect width="2000" height="2000" filter="url(#f)"/>`,
  );
/** Makes ten levels, each of which uses the level below ten times. */
const levels = (wrap: (level: number, inside: string) => string, use: (level: number) => string) =>
  many(10, (level) =>
    wrap(level, level === 0 ? '<rect width="9" height="9"/>' : many(10, () => use(level - 1))),
  );

const BLOCK = 8 * 2 ** 20;

/** Packs a text and blanks behind it, as gzip does. It repeats one packed block, so that not all blanks are packed. */
function packedBlanks(text: string, blocks: number): Buffer {
  const blank = Buffer.alloc(BLOCK, " ");
  const pack = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  const packed = pack(blank);
  const all = Array.from({ length: blocks }, () => packed);
  let sum = crc32(text);
  for (let at = 0; at < blocks; at += 1) sum = crc32(blank, sum);
  return Buffer.concat([
    bytesOf("1f8b0800 00000000 0003"),
    pack(Buffer.from(text)),
    ...all,
    bytesOf("0300"),
    u32le(sum, text.length + blocks * BLOCK),
  ]);
}

/** Each of the filters took minutes of processor time where it was drawn. */
export const svgBombs = (): Bomb[] => [
  bomb("that blurs", filtered(many(60, () => '<feGaussianBlur stdDeviation="900"/>'))),
  bomb(
    "of turbulence",
    filtered(many(40, (at) => `<feTurbulence baseFrequency="0.9" numOctaves="255" seed="${at}"/>`)),
  ),
  bomb("of morphology", filtered(many(40, () => '<feMorphology operator="dilate" radius="900"/>'))),
  bomb(
    "of convolutions",
    filtered(many(40, () => `<feConvolveMatrix order="30" kernelMatrix="${"1 ".repeat(900)}"/>`)),
  ),
  bomb(
    "of lights",
    filtered(
      many(
        60,
        () => '<feSpecularLighting surfaceScale="9"><fePointLight x="1" y="1" z="9"/></feSpecularLighting>',
      ),
    ),
  ),
  bomb(
    "with a filter in its style",
    svg('<style>rect{filter:blur(900px)}</style><rect width="2000" height="2000"/>'),
  ),
  bomb(
    "with a filter spelt by escapes",
    svg("<style>rect{f\\69lter:blur(900px)}</style><rect width='2000' height='2000'/>"),
  ),
  bomb(
    "with a filter in an attribute",
    svg('<g style="filter: drop-shadow(9px 9px 900px red)"><rect width="2000" height="2000"/></g>'),
  ),
  bomb(
    "that uses itself ten to the tenth times",
    svg(
      `<defs>${levels(
        (level, inside) => `<g id="u${level}">${inside}</g>`,
        (level) => `<use href="#u${level}"/>`,
      )}</defs><use href="#u9"/>`,
    ),
  ),
  bomb(
    "of entities that grow",
    `<!DOCTYPE svg [<!ENTITY a "${"a".repeat(64)}">${many(9, (at) => `<!ENTITY ${"bcdefghij"[at]} "${`&${"abcdefghi"[at]};`.repeat(10)}">`)}]>${svg("<text>&j;</text>")}`,
  ),
  bomb(
    "with an entity of another file",
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
  ),
  bomb("with a picture from another file", svg('<image href="file:///etc/passwd" width="9" height="9"/>')),
  bomb(
    "with a picture from the network",
    svg('<image xlink:href="http://127.0.0.1:1/x.png" width="9" height="9"/>'),
  ),
  bomb("with a picture beside it", svg('<image href="../input" width="9" height="9"/>')),
  bomb(
    "with an SVG inside",
    svg(
      `<image width="2000" height="2000" href="data:image/svg+xml;base64,${Buffer.from(filtered('<feGaussianBlur stdDeviation="900"/>')).toString("base64")}"/>`,
    ),
  ),
  bomb("with a document used from outside", svg('<use href="http://127.0.0.1:1/a.svg#b"/>')),
  bomb("that imports a style sheet", svg('<style>@import url("http://127.0.0.1:1/a.css");</style>')),
  bomb(
    "with a style sheet of another file",
    `<?xml-stylesheet href="http://127.0.0.1:1/a.css"?>${svg("<g/>")}`,
  ),
  bomb("with a script", svg("<script>for(;;);</script>")),
  bomb("with a script in an attribute", svg('<rect width="9" height="9" onload="for(;;);"/>')),
  bomb(
    "with a page inside",
    svg('<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
  ),
  bomb("of a million pixels a side", svg("<g/>", 'width="1000000" height="1000000"')),
  bomb("of 30,000 pixels a side", svg("<g/>", 'width="30000" height="30000"')),
  bomb("of a size that is no number", svg("<g/>", 'width="1e300" height="NaN"')),
  bomb("of a size below zero", svg("<g/>", 'width="-5" height="-5"')),
  bomb(
    "nested 100,000 elements deep",
    `<svg ${OPEN}>${"<g>".repeat(100_000)}${"</g>".repeat(100_000)}</svg>`,
  ),
  bomb("of 200,000 elements", svg(many(200_000, () => "<g/>"))),
  bomb(
    "of patterns in patterns",
    svg(
      `<defs>${levels(
        (level, inside) => `<pattern id="u${level}" width="1" height="1">${inside}</pattern>`,
        (level) => `<rect width="9" height="9" fill="url(#u${level})"/>`,
      )}</defs><rect width="2000" height="2000" fill="url(#u9)"/>`,
    ),
  ),
  bomb(
    "of masks in masks",
    svg(
      `<defs>${many(150, (at) => `<mask id="m${at}">${at === 0 ? "" : `<g mask="url(#m${at - 1})">`}<rect width="2000" height="2000" fill="#fff"/>${at === 0 ? "" : "</g>"}</mask>`)}</defs>${many(100, (at) => `<rect width="2000" height="2000" mask="url(#m${at + 49})"/>`)}`,
    ),
  ),
  bomb(
    "of a line in a million dashes",
    svg(
      `<path d="M0 0${many(20_000, (at) => `L${(at * 7919) % 2000} ${(at * 104_729) % 2000}`)}" stroke="#000" stroke-width="900" stroke-dasharray="0.001 0.001"/>`,
    ),
  ),
  bomb(
    "of transparent layers",
    svg(`${'<g opacity="0.5">'.repeat(200)}<rect width="2000" height="2000"/>${"</g>".repeat(200)}`),
  ),
  bomb("packed, that unpacks to 512 MB", () => packedBlanks(svg(""), 64)),
  bomb("that is not closed", `<svg ${OPEN}><g><rect`),
  bomb("of 9 MB of text", svg(`<text>${"x".repeat(9 * 2 ** 20)}</text>`)),
];
