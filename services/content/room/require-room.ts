import { ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { readStored } from "../../changes/index.js";

const MB = 2 ** 20;

/** Bytes that somebody wants to store in a project. */
export interface Growth {
  projectId: string;
  /** The account that wants it. */
  accountId: string;
  growth: number;
}

/**
 * Throws `storage_limit` when the content of all projects of a project's owner leaves no room for the growth
 * (rules/content 61). Asks the database only for what grows. Writers who come at the same time do not see each other.
 */
export async function requireRoom(
  { config }: Pick<Host, "config">,
  read: Reader,
  { projectId, accountId, growth }: Growth,
): Promise<void> {
  if (growth <= 0 || config.contentBytes === 0) return;
  const { ownerId, bytes } = await readStored(read, projectId);
  if (bytes + growth > config.contentBytes)
    throw noRoom({ bytes, most: config.contentBytes, isOwn: ownerId === accountId });
}

/** Returns the refusal. `isOwn` tells whether the owner of the project is the account that wants to store more. */
export function noRoom({
  bytes,
  most,
  isOwn,
}: {
  bytes: number;
  most: number;
  isOwn: boolean;
}): ServiceError {
  const whose = isOwn
    ? "The drafts and revisions in the projects that you own"
    : "The drafts and revisions in all projects of this project's owner";
  const stored = (bytes / MB).toLocaleString("en", { maximumFractionDigits: 1 });
  return new ServiceError(
    "storage_limit",
    `${whose} take ${stored} MB of the ${(most / MB).toLocaleString("en")} MB that an account may store (CONTENT_MB), so this does not fit. Documents that are deleted make room at once.`,
    { details: { isContent: true } },
  );
}
