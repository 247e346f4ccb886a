import { ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/transaction.js";
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
 * (rules/content 61). `mostBytes` is CONTENT_MB in bytes, 0 for no bound. Asks the database only for what grows. Writers who come at the same time do not see each other.
 */
export async function requireRoom(
  mostBytes: number,
  read: Reader,
  { projectId, accountId, growth }: Growth,
): Promise<void> {
  if (growth <= 0 || mostBytes === 0) return;
  const { ownerId, bytes } = await readStored(read, projectId);
  if (bytes + growth <= mostBytes) return;
  const whose =
    ownerId === accountId
      ? "The drafts and revisions in the projects that you own"
      : "The drafts and revisions in all projects of this project's owner";
  const stored = (bytes / MB).toLocaleString("en", { maximumFractionDigits: 1 });
  throw new ServiceError(
    "storage_limit",
    `${whose} take ${stored} MB of the ${(mostBytes / MB).toLocaleString("en")} MB that an account may store (CONTENT_MB), so this does not fit. Documents that are deleted make room at once.`,
    { details: { isContent: true } },
  );
}
