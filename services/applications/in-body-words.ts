import type { RunBody } from "../../contracts/application-run.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";

/** A refusal of composed parameters in the words of the run's body: its caller knows no `params.referenceStorageIds`. */
export function inBodyWords(error: unknown, params: object, body: RunBody): unknown {
  if (!(error instanceof ServiceError) || error.code !== "invalid_params") return error;
  const [named = "", field = "", index] = /^params\.(\w+)(?:\[(\d+)\])?/u.exec(error.message) ?? [];
  const value = (params as Readonly<Record<string, unknown>>)[field];
  const own = nameOf(field, Array.isArray(value) ? (value as unknown[])[Number(index ?? 0)] : value, body);
  return own === null ? error : invalidParams(own + error.message.slice(named.length));
}

function nameOf(field: string, value: unknown, body: RunBody): string | null {
  if (field === "durationSeconds") return body.durationSeconds === undefined ? null : field;
  if (typeof value !== "string") return null;
  const at = body.imageStorageIds?.indexOf(value) ?? -1;
  if (at !== -1) return `imageStorageIds[${at}]`;
  if (value === body.videoStorageId) return "videoStorageId";
  return value === body.audioStorageId ? "audioStorageId" : null;
}
