import type { ResourceKind } from "./uris.js";

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
