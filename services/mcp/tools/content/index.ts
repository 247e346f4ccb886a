import { createContentDeliveryToken } from "./create-content-delivery-token.js";
import { createContentDocument } from "./create-content-document.js";
import { createContentType } from "./create-content-type.js";
import { deleteContentDocument } from "./delete-content-document.js";
import { deleteContentType } from "./delete-content-type.js";
import { getContentDocument } from "./get-content-document.js";
import { getContentSettings } from "./get-content-settings.js";
import { getContentType } from "./get-content-type.js";
import { listContentDocuments } from "./list-content-documents.js";
import { listContentRevisions } from "./list-content-revisions.js";
import { listContentTypes } from "./list-content-types.js";
import { publishContentDocument } from "./publish-content-document.js";
import { translateContentDocument } from "./translate-content-document.js";
import { unpublishContentDocument } from "./unpublish-content-document.js";
import { updateContentDocument } from "./update-content-document.js";
import { updateContentSettings } from "./update-content-settings.js";
import { updateContentType } from "./update-content-type.js";
import type { Tool } from "../../tool.js";

/** Tools that model, write, translate and publish content (rules/mcp 23). */
export const CONTENT_TOOLS: readonly Tool[] = [
  listContentTypes,
  getContentType,
  createContentType,
  updateContentType,
  deleteContentType,
  listContentDocuments,
  getContentDocument,
  createContentDocument,
  updateContentDocument,
  publishContentDocument,
  unpublishContentDocument,
  deleteContentDocument,
  listContentRevisions,
  getContentSettings,
  updateContentSettings,
  translateContentDocument,
  createContentDeliveryToken,
];
