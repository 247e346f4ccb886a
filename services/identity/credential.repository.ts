import { createHash, randomBytes } from "node:crypto";
import type { Auth } from "../../contracts/auth.js";
import { padKeys, placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** The prefix of secret keys (rules/identity 19). */
const KEY_PREFIX = "svc_sk_";

/** 32 random bytes as base64url. */
const random = (): string => randomBytes(32).toString("base64url");
const RANDOM = /^[\w-]{43}$/;

/** Only this is stored of any secret: SHA-256 in hex. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export const makeKeySecret = (): string => KEY_PREFIX + random();
export const makeSessionSecret = random;
export const makeMailSecret = random;

/** What cannot be a key's secret is not worth a read. */
export const isKeySecret = (text: string): boolean =>
  text.startsWith(KEY_PREFIX) && RANDOM.test(text.slice(KEY_PREFIX.length));

/** The prefix of access tokens (rules/identity 36). */
export const isAccessToken = (text: string): boolean => /^svc_at_[\w-]{43,64}$/.test(text);

export const isSessionSecret = (text: string): boolean => RANDOM.test(text);

/** A credential that holds, with its account as it is now. */
export interface Found {
  auth: Auth;
  /** Of a session: when it ends unless it is used. */
  expiresAt: number | null;
}

interface CredentialRow {
  lookup: string;
  credentialId: string;
  scopes: string | null;
  budgetId: string | null;
  grantId: string | null;
  expiresAt: number | null;
  accountId: string;
  email: string;
  operator: number;
  suspended: number;
  emailVerified: number;
  features: string;
}

const ACCOUNT =
  "a.id AS accountId, a.email AS email, a.operator AS operator, a.suspended AS suspended, a.emailVerified AS emailVerified, a.features AS features";

/** By the SHA-256 of the secret; one read for all. */
export async function readKeys(reader: Reader, hashes: readonly string[]): Promise<Map<string, Found>> {
  const keys = padKeys(hashes);
  const rows = await reader.prepared<CredentialRow>(
    `SELECT k.hash AS lookup, k.id AS credentialId, k.scopes AS scopes, k.budgetId AS budgetId, NULL AS grantId, NULL AS expiresAt, ${ACCOUNT}
      FROM api_keys k JOIN accounts a ON a.id = k.accountId WHERE k.hash IN (${placeholders(keys)})`,
    keys,
  );
  return found(rows, "key");
}

/** By the SHA-256 of the secret, which is a session's id; expired ones are gone. */
export async function readSessions(reader: Reader, ids: readonly string[]): Promise<Map<string, Found>> {
  const rows = await reader.query<CredentialRow>(
    `SELECT s.id AS lookup, s.id AS credentialId, NULL AS scopes, NULL AS budgetId, NULL AS grantId, s.expiresAt AS expiresAt, ${ACCOUNT}
      FROM sessions s JOIN accounts a ON a.id = s.accountId WHERE s.id IN (${placeholders(ids)}) AND s.expiresAt > ?`,
    [...ids, Date.now()],
  );
  return found(rows, "session");
}

/** Access tokens by their record's id; expired ones are gone. */
export async function readTokens(reader: Reader, ids: readonly string[]): Promise<Map<string, Found>> {
  const rows = await reader.query<CredentialRow>(
    `SELECT t.id AS lookup, t.id AS credentialId, t.scopes AS scopes, t.budgetId AS budgetId, t.grantId AS grantId, NULL AS expiresAt, ${ACCOUNT}
      FROM oauth_records t JOIN accounts a ON a.id = t.accountId
      WHERE t.id IN (${placeholders(ids)}) AND t.kind = 'AccessToken' AND t.expiresAt > ?`,
    [...ids, Date.now()],
  );
  return found(rows, "grant");
}

/** Which of the keys are still there, by id. */
export async function readKeyIds(reader: Reader, ids: readonly string[]): Promise<Map<string, true>> {
  const rows = await reader.query<{ id: string }>(
    `SELECT id FROM api_keys WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return new Map(rows.map(({ id }) => [id, true]));
}

function found(rows: readonly CredentialRow[], kind: Auth["kind"]): Map<string, Found> {
  return new Map(
    rows.map((row) => [
      row.lookup,
      { auth: authOf(row, kind), expiresAt: row.expiresAt === null ? null : Number(row.expiresAt) },
    ]),
  );
}

function authOf(row: CredentialRow, kind: Auth["kind"]): Auth {
  const features = JSON.parse(row.features) as { generation?: boolean; transcription?: boolean };
  return Object.freeze({
    accountId: row.accountId,
    email: row.email,
    scopes: row.scopes === null ? null : Object.freeze(JSON.parse(row.scopes) as string[]),
    kind,
    credentialId: row.credentialId,
    ...(row.grantId !== null && { grantId: row.grantId }),
    budgetId: row.budgetId,
    isOperator: Number(row.operator) === 1,
    isSuspended: Number(row.suspended) === 1,
    isEmailVerified: Number(row.emailVerified) === 1,
    features: {
      generation: features.generation !== false,
      transcription: features.transcription !== false,
    },
  });
}
