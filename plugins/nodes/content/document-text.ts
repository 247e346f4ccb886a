import { type NodeMaterial, textSetting, textsOf } from "../../kit/workflow-node.js";
import type { NodeValue } from "../../kit/node-value.js";

/** A document that a text names: by its id alone, or as JSON with `_id`, and `_version` where that is known. */
export interface NamedDocument {
  id: string;
  version: number | undefined;
  /** All of it, as it came. */
  fields: Readonly<Record<string, unknown>>;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The port of a document, with the setting that stands in for it. */
export const DOCUMENT_PORT = {
  types: ["text" as const],
  isRequired: true,
  setting: "documentId",
  description: "The document: what readDocuments or another content node gives, or an id alone.",
};

export const DOCUMENT_SETTING = {
  type: "string" as const,
  description: "Id of a document of the run's project, where none is connected.",
};

/** The document that a node is about. Throws for a text that names none. */
export function documentOf({ inputs, settings }: NodeMaterial): NamedDocument {
  const [text = textSetting(settings, "documentId")] = textsOf(inputs, "document");
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (ID.test(line)) return { id: line.toLowerCase(), version: undefined, fields: {} };
  const fields = parsed(text);
  const { _id: id, _version: version } = fields;
  if (typeof id !== "string" || !ID.test(id))
    throw new Error("The document is missing: connect what readDocuments gives, or set data.documentId.");
  return {
    id: id.toLowerCase(),
    version: Number.isSafeInteger(version) ? Number(version) : undefined,
    fields,
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The document as it goes on to the next node, at another version. */
export const documentValue = ({ id, fields }: NamedDocument, version: number): NodeValue => ({
  type: "text",
  text: JSON.stringify({ ...fields, _id: id, _version: version }),
});
