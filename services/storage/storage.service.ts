import { storageProjectDeleted } from "../../contracts/project-cascade.js";
import {
  commitUpload as commitContract,
  createTicket,
  deleteStorage,
  getStorage,
  linkToProject,
  listLinkedPiece as linkedPieceContract,
  listProjectStorage,
  listStorage,
  listStoragePiece,
  publishStorage,
  rawStorage,
  resolveMedia,
  signMedia,
} from "../../contracts/storage.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { requireSeen } from "../projects/index.js";
import { commitUpload } from "./commit-upload.js";
import { getObject } from "./get-object.js";
import { issueTicket } from "./issue-ticket.js";
import { linkObjects } from "./link-objects.js";
import { listLinked, listLinkedPiece } from "./list-linked.js";
import { listObjects, listObjectsPiece } from "./list-objects.js";
import { presentUpload } from "./present-object.js";
import { publishObject } from "./publish-object.js";
import { removeAsAsked, removeBytes } from "./remove-object.js";
import { resolveObjects, signObjects } from "./sign-media.js";
import { SIGNED_URL_MS, signRead } from "./sign-read-url.js";
import { allowOwnObject, requireDeletable, requireReadable, requireUpload } from "./storage.policy.js";
import { sweepStaged } from "./sweep-staged.js";
import { Thumbnails } from "./thumbnails/thumbnails.js";
import { onProjectDeleted } from "./on-project-deleted.js";

/** The area of media objects: tickets, commits, quota, signed URLs, thumbnails, clean-up. */
const storage: AreaFactory = (host) => {
  const thumbnails = new Thumbnails(host);
  const sweep = sweepStaged(host);
  return {
    name: "storage",
    actions: [
      action(createTicket, { run: ({ auth }, ticket) => issueTicket(host, auth.accountId, ticket) }),
      action(commitContract, {
        find: ({ auth }, { storageId }) => requireUpload(host.read, auth.accountId, storageId),
        run: async (_context, _params, upload) => {
          const object = await commitUpload(host, upload);
          return presentUpload(host.storage, object);
        },
      }),
      action(listStorage, { run: ({ auth }, query) => listObjects(host, auth.accountId, query) }),
      action(listStoragePiece, {
        run: ({ auth }, query) => listObjectsPiece(host, auth.accountId, query),
      }),
      action(getStorage, {
        find: ({ auth }, { storageId }) => requireReadable(host.read, auth.accountId, storageId),
        run: async (_context, _params, object) => ({ object: await getObject(host, thumbnails, object) }),
      }),
      action(deleteStorage, {
        find: ({ auth }, { storageId }) => requireDeletable(host.read, auth.accountId, storageId),
        allow: ({ auth }, _params, object) => allowOwnObject(auth.accountId, object),
        run: async (_context, _params, object) => {
          await removeAsAsked(host, object);
          return { ok: true as const };
        },
      }),
      action(rawStorage, {
        find: ({ auth }, { storageId }) => requireReadable(host.read, auth.accountId, storageId),
        run: async (_context, _params, object) => ({
          location: await signRead(host.storage, object, SIGNED_URL_MS.ordinary),
        }),
      }),
      action(linkToProject, {
        find: ({ auth }, { id }) => requireSeen(host.read, auth.accountId, id),
        run: async ({ auth }, { storageIds }, { project }) => {
          await linkObjects(host, auth.accountId, project, storageIds);
          return { ok: true as const };
        },
      }),
      action(listProjectStorage, {
        find: ({ auth }, { id }) => requireSeen(host.read, auth.accountId, id),
        run: (_context, query, { project }) => listLinked(host, project, query),
      }),
      action(linkedPieceContract, {
        find: ({ auth }, { id }) => requireSeen(host.read, auth.accountId, id),
        run: (_context, query, { project }) => listLinkedPiece(host, project, query),
      }),
      action(storageProjectDeleted, { run: (_context, { projectId }) => onProjectDeleted(host, projectId) }),
      action(publishStorage, {
        find: ({ auth }, { storageId }) => requireReadable(host.read, auth.accountId, storageId),
        allow: ({ auth }, _params, object) => allowOwnObject(auth.accountId, object),
        run: (_context, { unpublish }, object) => publishObject(host, object, unpublish),
      }),
      action(resolveMedia, { run: ({ auth }, query) => resolveObjects(host, auth.accountId, query) }),
      action(signMedia, { run: (_context, query) => signObjects(host, query) }),
    ],
    tasks: [thumbnails.task, removeBytes(host), sweep.handler],
    async started() {
      await sweep.start();
      await thumbnails.start();
    },
    stopped: () => thumbnails.stop(),
  };
};
export default storage;
