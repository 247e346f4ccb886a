import type { Scope } from "../../../contracts/scopes.js";

export const KINDS = ["documents", "assets"] as const;
export type ResourceKind = (typeof KINDS)[number];

/** Scope that opens a kind of resource: that of the tool with the same result. */
export const SCOPE_OF: Readonly<Record<ResourceKind, Scope>> = {
  documents: "content:read",
  assets: "media:read",
};

export const uriOf = (projectId: string, kind: ResourceKind, id: string): string =>
  `kiln://projects/${projectId}/${kind}/${id}`;

const URI = /^kiln:\/\/projects\/([0-9a-f-]{36})\/(documents|assets)\/([0-9a-f-]{36})$/;

/** Reads a URI's parts; null for a URI that is not Kiln's. */
export function readUri(uri: string): { projectId: string; kind: ResourceKind; id: string } | null {
  const [, projectId, kind, id] = URI.exec(uri) ?? [];
  if (projectId === undefined || id === undefined) return null;
  return { projectId, kind: kind === "assets" ? "assets" : "documents", id };
}

export interface ResourceTemplate {
  [key: string]: unknown;
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

export const TEMPLATES: Readonly<Record<ResourceKind, ResourceTemplate>> = {
  documents: {
    uriTemplate: "kiln://projects/{projectId}/documents/{documentId}",
    name: "document",
    title: "Document",
    description:
      "A content document: its draft, what is published of it, its schema, and the issues that keep it from being published.",
    mimeType: "application/json",
  },
  assets: {
    uriTemplate: "kiln://projects/{projectId}/assets/{storageId}",
    name: "asset",
    title: "Asset",
    description:
      "A stored file: its name, content type and size, a downloadUrl that opens 24 hours without sign-in, and a permanent libraryUrl.",
    mimeType: "application/json",
  },
};
