import { z } from "zod";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === "string" && UUID.test(value);

/** A UUID, compared in lower case (rules/edge 41). */
export const uuid = () => z.string().regex(UUID, "must be a UUID").toLowerCase().meta({ format: "uuid" });

/** A stable slug: model ids and Application ids (rules/edge 4). */
export const slug = () => z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/i, "must be a slug");

/** A time in ISO 8601, in UTC with milliseconds (rules/edge 4). */
export const timestamp = () => z.string().meta({ format: "date-time" });
