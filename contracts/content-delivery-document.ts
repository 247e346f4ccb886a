import type { FlatPayload } from "./content-flatten.js";

/** Values of a delivery document's system fields; times are in milliseconds since the epoch. */
export interface SystemFields {
  id: string;
  type: string;
  /**
   * Status of the document; always `published` in the published perspective, whatever the draft's status
   * (rules/delivery 12).
   */
  status: "draft" | "published" | "changed";
  createdAt: number;
  /** Time of the last change to the payload that is read. */
  updatedAt: number;
  publishedAt: number | null;
}

/** System fields are always delivered, and none of them can be a field's name (rules/delivery 12 and 16). */
export interface DeliveryDocument {
  _id: string;
  _type: string;
  _status: SystemFields["status"];
  _createdAt: string;
  _updatedAt: string;
  _publishedAt: string | null;
  _locale: string | null;
  _fallbackFields: string[];
  [field: string]: unknown;
}

/**
 * Builds a flat delivery document: system fields first, then the values. Its media have no URL yet, and its
 * references are not expanded.
 */
export function deliveryDocument(
  system: SystemFields,
  locale: string | null,
  { values, fallbackFields }: FlatPayload,
): DeliveryDocument {
  return {
    _id: system.id,
    _type: system.type,
    _status: system.status,
    _createdAt: new Date(system.createdAt).toISOString(),
    _updatedAt: new Date(system.updatedAt).toISOString(),
    _publishedAt: system.publishedAt === null ? null : new Date(system.publishedAt).toISOString(),
    _locale: locale,
    _fallbackFields: fallbackFields,
    ...values,
  };
}
