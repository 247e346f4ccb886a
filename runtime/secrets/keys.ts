import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { ConfigError, type Config } from "../config/load-config.js";

/** The keys that are derived from the deployment's secret, one for each purpose (rules/running 7). */
export class Keys {
  readonly #secret: Buffer;
  readonly #derived = new Map<string, Buffer>();

  constructor(secret: string) {
    this.#secret = Buffer.from(secret, "utf8");
  }

  derive(purpose: string): Buffer {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync("sha256", this.#secret, "kiln", purpose, 32));
      this.#derived.set(purpose, key);
    }
    return key;
  }
}

/** The least number of characters in the file of the secret, the same as for SECRET_KEY. */
const LEAST_LENGTH = 32;

/** Loads the secret from SECRET_KEY, or from a file in the data folder that is made at the first start with mode 0600. */
export function loadKeys(config: Config): Keys {
  if (config.secretKey !== null) return new Keys(config.secretKey);
  const file = `${config.dataDir}/secret.key`;
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  const secret = readFileSync(file, "utf8").trim();
  // A short or empty secret can be guessed, and every key is derived from it.
  if (secret.length < LEAST_LENGTH)
    throw new ConfigError(
      `DATA_DIR must hold a whole secret.key: ${file} has fewer than ${LEAST_LENGTH} characters; restore it from a backup, or delete it on a new instance.`,
    );
  return new Keys(secret);
}
