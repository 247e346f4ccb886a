import {
  type announcePresence as contract,
  MAX_WINDOWS,
  PRESENCE_MS,
} from "../../../contracts/content-presence.js";
import type { ParamsOf, ResultOf } from "../../../contracts/contract.js";
import { getProfiles } from "../../../contracts/identity.js";
import type { ContentPresence } from "../../../entities/content-presence.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { findWindows, saveWindow, removeWindow, sweepWindows } from "./presence.repository.js";

/**
 * Notes the place of a window in a document, and returns the other windows that have it open
 * (rules/content 56). The caller sees the document. A window beyond the most windows of a document is not
 * announced.
 */
export async function announcePresence(
  host: Pick<Host, "read" | "transact">,
  context: ActionContext,
  { id: documentId, windowId, place = null, isLeaving }: ParamsOf<typeof contract>,
): Promise<ResultOf<typeof contract>> {
  const { accountId } = context.auth;
  const own = { id: windowId, documentId, accountId };
  if (isLeaving) {
    await removeWindow(host, own);
    return { windows: [] };
  }
  const since = Date.now() - PRESENCE_MS;
  const windows = await findWindows(host, documentId, since);
  const others = windows.filter((window) => window.id !== windowId);
  if (others.length === windows.length) await sweepWindows(host, since);
  await saveWindow(host, own, place, windows.length < MAX_WINDOWS);
  return { windows: await present(context, others) };
}

/** Adds the names of the windows' people; a window whose account is gone is left out. */
async function present(
  context: ActionContext,
  rows: readonly ContentPresence[],
): Promise<ResultOf<typeof contract>["windows"]> {
  if (rows.length === 0) return [];
  const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
  const { profiles } = await context.call(getProfiles, { accountIds });
  const people = new Map(profiles.map(({ id, email, name }) => [id, { id, email, name }]));
  return rows.flatMap(({ id: windowId, accountId, place }) => {
    const user = people.get(accountId);
    return user === undefined ? [] : [{ windowId, user, place }];
  });
}
