import { createHash } from "node:crypto";
import type { Host } from "../../../runtime/process/host.js";
import { BEGIN, BRIDGE } from "./bridge.js";
import { GALLERY } from "./gallery.js";
import { PREVIEW } from "./preview.js";

/** Name of the extension in the capabilities of both sides. */
export const APPS = "io.modelcontextprotocol/ui";
export const VIEW_TYPE = "text/html;profile=mcp-app";

export interface View {
  uri: string;
  name: string;
  title: string;
  description: string;
  script: string;
  /** True when the view shows media, which are at the service's own address. */
  hasMedia: boolean;
}

export const VIEWS: readonly View[] = [
  {
    uri: "ui://kiln/gallery.html",
    name: "gallery",
    title: "Results",
    description: "The results of a generation, with its progress until it is over.",
    script: GALLERY,
    hasMedia: true,
  },
  {
    uri: "ui://kiln/document.html",
    name: "document",
    title: "Document",
    description:
      "A preview of a document's draft, in each of its locales, with what keeps it from being published.",
    script: PREVIEW,
    hasMedia: false,
  },
];

/** View that shows the result of a tool, by the tool's name. */
export const VIEW_OF: Readonly<Record<string, string>> = {
  generate: "ui://kiln/gallery.html",
  run_application: "ui://kiln/gallery.html",
  get_generation: "ui://kiln/gallery.html",
  get_content_document: "ui://kiln/document.html",
  create_content_document: "ui://kiln/document.html",
  update_content_document: "ui://kiln/document.html",
};

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0; padding: 12px; background: Canvas; color: CanvasText; overflow-wrap: anywhere; }
h2 { margin: 0 0 4px; font-size: 1.2em; }
p { margin: 0 0 8px; }
.about, .empty, .thing { opacity: 0.7; }
.problem { border-left: 3px solid #c22; padding-left: 8px; }
.gallery { display: grid; gap: 12px; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); }
figure { margin: 0; }
img, video { max-width: 100%; border-radius: 6px; display: block; }
audio, progress { width: 100%; }
dt { font-weight: 600; margin-top: 8px; }
dd { margin: 0; }
`;

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Returns the origin of media on the disk, which have the service's own address; those of a bucket have the
 * bucket's.
 */
const originOf = ({ baseUrl }: Pick<Host, "baseUrl">): string => new URL(baseUrl).origin;

/**
 * Makes the page of a view. Its own content policy allows only its own script and media of the service,
 * whatever the client's policy allows: no other host, no form, no frame, no request.
 */
export function viewPage(host: Pick<Host, "baseUrl">, { title, script, hasMedia }: View): string {
  const whole = `"use strict";${BRIDGE}${script}${BEGIN}`;
  const media = hasMedia ? originOf(host) : "'none'";
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(whole)}`,
    `style-src ${hashOf(STYLE)}`,
    `img-src ${media}`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main></main><script>${whole}</script></body></html>`;
}

/** Returns the permissions that the client is asked to give the view. */
export const viewMeta = (host: Pick<Host, "baseUrl">, { hasMedia }: View): Record<string, unknown> => ({
  ui: { csp: { connectDomains: [], resourceDomains: hasMedia ? [originOf(host)] : [] }, prefersBorder: true },
});
