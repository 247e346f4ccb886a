import { In } from "typeorm";
import { ModelClaim } from "../../entities/model-claim.js";
import type { Database } from "../database/database.js";
import { reader, transaction } from "../database/transaction.js";

/**
 * The milliseconds before an unused claim ends: an edited provider is gone for a moment, and a process that
 * starts does not see the others yet.
 */
const GONE_MS = 2000;

export interface ClaimWish {
  provider: string;
  models: readonly string[];
  /** The ids of the providers that this one replaces. */
  former: readonly string[];
  /**
   * True for built-in providers, which take precedence: a plugin that has claimed an id of theirs loses it.
   * Of two built-in providers the later one is refused.
   */
  isBuiltIn: boolean;
}

/**
 * Decides which provider a model id belongs to: the first one that declared it in the deployment, until no
 * provider of that name declares it any more. The claims are in the database, so that every process refuses
 * the same provider, also after edits and restarts.
 */
export class ModelClaims {
  readonly #database: Database;
  readonly #isDeclared: (provider: string, model: string) => boolean;
  readonly #isOurs: (provider: string) => boolean;
  /** The time since when this process has seen no provider behind a claim. */
  readonly #goneSince = new Map<string, number>();

  constructor(
    database: Database,
    isDeclared: (provider: string, model: string) => boolean,
    isOurs: (provider: string) => boolean,
  ) {
    this.#database = database;
    this.#isDeclared = isDeclared;
    this.#isOurs = isOurs;
  }

  /** Claims the provider's models and returns null, or the reason why it cannot have all of them. */
  async claim(wish: ClaimWish): Promise<string | null> {
    const { provider, models } = wish;
    const known = await this.#read(models);
    if (models.every((id) => known.get(id) === provider)) return null;
    const taken = [...known].find(([id, holder]) => holder !== provider && !this.#isFree(id, holder, wish));
    if (taken) return reason(taken, provider);
    await transaction(this.#database, async (tx) => {
      for (const id of models) {
        const holder = known.get(id);
        if (holder === provider) continue;
        if (holder === undefined)
          await tx.run(
            `INSERT INTO model_claims (id, provider, claimedAt) VALUES (?, ?, ?)
              ${tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO NOTHING" : "ON DUPLICATE KEY UPDATE id = id"}`,
            [id, provider, Date.now()],
          );
        else
          await tx.run("UPDATE model_claims SET provider = ?, claimedAt = ? WHERE id = ? AND provider = ?", [
            provider,
            Date.now(),
            id,
            holder,
          ]);
      }
    });
    // Another process may have claimed a model meanwhile.
    const lost = [...(await this.#read(models))].find(([, holder]) => holder !== provider);
    return lost ? reason(lost, provider) : null;
  }

  async #read(models: readonly string[]): Promise<Map<string, string>> {
    if (models.length === 0) return new Map();
    const rows = await reader(this.#database).find(ModelClaim, { id: In([...models]) });
    return new Map(rows.map(({ id, provider }) => [id, provider]));
  }

  #isFree(id: string, holder: string, { former, isBuiltIn }: ClaimWish): boolean {
    if (former.includes(holder)) return true;
    if (isBuiltIn) return !(this.#isOurs(holder) && this.#isDeclared(holder, id));
    const key = `${holder} ${id}`;
    if (this.#isDeclared(holder, id)) {
      this.#goneSince.delete(key);
      return false;
    }
    const since = this.#goneSince.get(key) ?? Date.now();
    this.#goneSince.set(key, since);
    return Date.now() - since >= GONE_MS;
  }
}

const reason = ([model, holder]: [string, string], provider: string): string =>
  `The model ${model} belongs to the provider ${holder}, so the provider ${provider} is refused. Give the model another id, or remove the other provider.`;
