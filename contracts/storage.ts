import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { openPage, pieceAsked, pieceTold, total } from "./pagination.js";

/** A stored object with a signed address (rules/storage 16). */
export const storageObject = z.strictObject({
  storageId: z.string(),
  filename: z.string().nullable(),
  contentType: z.string(),
  sizeBytes: z.int(),
  origin: z.enum(["upload", "generated"]),
  url: z.string(),
  thumbUrl: z.string().optional(),
  width: z
    .int()
    .optional()
    .describe("Width in pixels as an image or video is shown; absent until it was measured."),
  height: z.int().optional(),
  durationSeconds: z
    .number()
    .optional()
    .describe("Seconds of a sound or video whose file tells its length; absent until it was measured."),
  publicUrl: z
    .string()
    .optional()
    .describe(
      "Permanent address at which everybody may read the object, while it is published; only on single objects, not in lists.",
    ),
  createdAt: timestamp(),
});
export type StorageObjectView = z.infer<typeof storageObject>;

export const createTicket = contract({
  name: "storage.ticket",
  description:
    "Issues an upload ticket. The client then PUTs the bytes to `uploadUrl` and confirms them by commit.",
  params: z.object({
    contentType: z
      .string("is required")
      .min(1, "must have 1 to 200 characters")
      .max(200, "must have 1 to 200 characters")
      .describe("Media type of the file, such as `image/png`."),
    sizeBytes: z
      .int("must be a positive whole number")
      .positive("must be a positive whole number")
      .describe("Bytes of the file; a longer upload is removed."),
    filename: z
      .string()
      .max(300, "must have at most 300 characters")
      .nullish()
      .describe("File name of downloads."),
  }),
  result: z.strictObject({ storageId: z.string(), uploadUrl: z.string(), expiresAt: timestamp() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/uploads/ticket" },
  area: "media",
});

export const commitUpload = contract({
  name: "storage.commit",
  description: "Confirms an upload; the size is read again from storage.",
  params: z.object({ storageId: uuid() }),
  result: z.strictObject({ storageId: z.string(), url: z.string(), sizeBytes: z.int() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/uploads/:storageId/commit" },
  area: "media",
});

export const importUpload = contract({
  name: "storage.import",
  description:
    "Fetches a file from a public https address into storage; it is committed when the answer comes. Images, video and audio of at most 1 GB are taken.",
  params: z.object({
    url: z
      .string("is required")
      .min(1, "is required")
      .max(8192, "must have at most 8192 characters")
      .describe("A public https address of an image, a video or a sound."),
    filename: z
      .string()
      .max(300, "must have at most 300 characters")
      .nullish()
      .describe("File name of downloads."),
  }),
  result: z.strictObject({ storageId: z.string(), url: z.string(), sizeBytes: z.int() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/uploads/import", edge: true },
  area: "media",
});

const storageOrder = {
  sort: z.enum(["size"], 'must be "size"').optional(),
  kind: z.enum(["image", "video", "audio"]).optional(),
};
const ownTotals = { totalBytes: z.int(), includedBytes: z.int(), total };

/**
 * Reads a list of any length in pieces, for the answer to `storage.usage` without `limit`. It is called
 * between services.
 */
export const listStoragePiece = contract({
  name: "storage.usagePiece",
  description: "Lists one piece of the caller's own committed objects.",
  params: z.object({ ...pieceAsked, ...storageOrder }),
  result: z.strictObject({ objects: z.array(storageObject), ...pieceTold(z.strictObject(ownTotals)) }),
  audience: "internal",
});

export const listStorage = contract({
  name: "storage.usage",
  description: "Lists the caller's own committed objects.",
  params: z.object({ ...openPage({ max: 500 }), ...storageOrder }),
  result: z.strictObject({ objects: z.array(storageObject), ...ownTotals }),
  audience: "account",
  rest: {
    method: "GET",
    path: "/v1/storage/usage",
    pieces: { list: "objects", contract: listStoragePiece },
  },
  area: "media",
});

export const getStorage = contract({
  name: "storage.get",
  description: "Reads one object, for its owner and for members of a project that it is linked to.",
  params: z.object({ storageId: uuid() }),
  result: z.strictObject({ object: storageObject }),
  audience: "account",
  rest: { method: "GET", path: "/v1/storage/:storageId" },
  area: "media",
});

export const deleteStorage = contract({
  name: "storage.delete",
  description:
    "Deletes an object with its bytes, or a waiting upload ticket of the caller with the bytes uploaded to it; not reversible.",
  params: z.object({ storageId: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/storage/:storageId" },
  area: "media",
});

export const rawStorage = contract({
  name: "storage.raw",
  description: "Redirects to a freshly signed read URL.",
  params: z.object({ storageId: uuid() }),
  result: z.strictObject({ location: z.string() }),
  audience: "account",
  rest: { method: "GET", path: "/v1/storage/:storageId/raw", respond: "redirect" },
  area: "media",
});

export const linkToProject = contract({
  name: "storage.link",
  description:
    "Links media to a project, so that its members can read them and readers of its content get their URLs: all of them or none. Each must be the caller's own or linked already.",
  params: z.object({
    id: uuid(),
    storageIds: boundedList(uuid(), 200, {
      error: "is required: a list of 1 to 200 storage ids",
      tooLong: "must have 1 to 200 storage ids",
    })
      .min(1, "must have 1 to 200 storage ids")
      .describe("Ids of the objects to link."),
  }),
  result: ok,
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:id/storage" },
  area: "media",
});

const linkedObject = storageObject.extend({ addedByUserId: z.string() });
const linkedTotal = { total: total.describe("Number of linked objects after the filter by kind.") };

/**
 * Reads a list of any length in pieces, for the answer to `storage.listLinked` without `limit`. It is called
 * between services.
 */
export const listLinkedPiece = contract({
  name: "storage.listLinkedPiece",
  description: "Lists one piece of a project's media.",
  params: z.object({ id: uuid(), ...pieceAsked, ...storageOrder }),
  result: z.strictObject({ objects: z.array(linkedObject), ...pieceTold(z.strictObject(linkedTotal)) }),
  audience: "internal",
});

export const listProjectStorage = contract({
  name: "storage.listLinked",
  description: "Lists the media of a project, newest link first, or largest first.",
  params: z.object({ id: uuid(), ...openPage({ max: 500 }), ...storageOrder }),
  result: z.strictObject({ objects: z.array(linkedObject), ...linkedTotal }),
  audience: "account",
  rest: {
    method: "GET",
    path: "/v1/projects/:id/storage",
    pieces: { list: "objects", contract: listLinkedPiece },
  },
  area: "media",
});

export const publishStorage = contract({
  name: "storage.publish",
  description:
    "Makes an object readable by everybody at a permanent address, or takes the address back. Only the object's owner may call this, and may repeat it.",
  params: z.object({
    storageId: uuid(),
    unpublish: z.boolean().default(false).describe("True takes the permanent address back."),
  }),
  result: z.strictObject({
    storageId: z.string(),
    /** Permanent address; null once it is taken back. */
    publicUrl: z.string().nullable(),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/storage/:storageId/publish" },
  area: "media",
});

/** Checks media inputs of work for an account. It is called between services. */
export const resolveMedia = contract({
  name: "storage.resolve",
  description:
    "Reads the content types of committed objects that the caller can read; unknown ones are left out.",
  params: z.object({ storageIds: z.array(uuid()) }),
  result: z.strictObject({
    objects: z.array(z.strictObject({ storageId: z.string(), contentType: z.string(), sizeBytes: z.int() })),
  }),
  audience: "internal",
});

/** Signs URLs for presenting. It is called between services; ids of objects that are gone are left out. */
export const signMedia = contract({
  name: "storage.sign",
  description:
    "Signs read URLs of objects, whoever owns them: the calling service has checked that they may be shown.",
  params: z.object({
    storageIds: z.array(uuid()),
    longLived: z.boolean().default(false),
    thumbs: z.boolean().default(false),
  }),
  result: z.strictObject({
    objects: z.array(
      z.strictObject({
        storageId: z.string(),
        contentType: z.string(),
        filename: z.string().nullable(),
        url: z.string(),
        thumbUrl: z.string().nullable(),
      }),
    ),
  }),
  audience: "internal",
});
