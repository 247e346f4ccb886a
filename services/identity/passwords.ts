import { hash, verify } from "@node-rs/argon2";
import { ServiceError } from "../../contracts/errors.js";

/** argon2id, 19 MiB, 2 passes: about 35 ms. */
const OPTIONS = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hashes run in libuv's four threads, which files need too; and each takes 19 MiB. */
const AT_ONCE = 2;
const MAX_WAITING = 300;

/** A hash of a password that nobody knows, so that an unknown address takes as long as a wrong password. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$mrLh0SocvrClAYwRdZ7lrA$wUdLY6ygGoqGyP9svoUwy3OVkmp8N56jOz9bqO5gOZU";

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new ServiceError("unavailable", "Too many sign-ins at once. Retry later.", {
        details: { retryAfterSeconds: 5 },
      });
    await new Promise<void>((resume) => waiting.push(resume));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The place goes to the next one without becoming free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The PHC string of a password. Throws `unavailable` when hundreds wait already. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

/** Takes the same time for an unknown account (null), which never matches. */
export const checkPassword = (passwordHash: string | null, password: string): Promise<boolean> =>
  inTurn(async () => (await verify(passwordHash ?? NOBODY, password)) && passwordHash !== null);
