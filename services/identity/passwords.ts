import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { type Asker, HashQueue } from "./hash-queue.js";

/** Options of argon2id: 19 MiB and 2 passes, about 35 ms. */
const OPTIONS = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hash of a password that nobody knows, so that an unknown address takes as long as a wrong password. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$mrLh0SocvrClAYwRdZ7lrA$wUdLY6ygGoqGyP9svoUwy3OVkmp8N56jOz9bqO5gOZU";

/** Asker for hashes that the process itself needs. */
const OURSELVES: Asker = { networks: { site: "", client: "" }, signal: new AbortController().signal };
/** On small machines one processor is left for requests that need no hash. */
const queue = new HashQueue({ atOnce: availableParallelism() > 2 ? 2 : 1 });

/**
 * Returns the PHC string of a password. Throws `unavailable` when hundreds of requests wait already, and the
 * signal's reason before its turn.
 */
export const hashPassword = (password: string, asker: Asker = OURSELVES): Promise<string> =>
  queue.run("set", asker, () => hash(password, OPTIONS));

/** A request that signs in; `isKnown` when the address has signed in from this client before. */
export interface SigningIn extends Asker {
  isKnown: boolean;
}

/**
 * Checks a password against its hash. An unknown account (null) takes the same time and never matches. Throws
 * as `hashPassword` does.
 */
export const checkPassword = (
  passwordHash: string | null,
  password: string,
  { isKnown, ...asker }: SigningIn = { ...OURSELVES, isKnown: false },
): Promise<boolean> =>
  queue.run(
    isKnown ? "known" : "check",
    asker,
    async () => (await verify(passwordHash ?? NOBODY, password)) && passwordHash !== null,
  );
