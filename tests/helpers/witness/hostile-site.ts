import type { ExecutionContext } from "ava";
import { openSite, type Site } from "../open-site.js";
import type { KilnProcess } from "../spawn-kiln.js";
import { START_MEMORY } from "../start-memory.js";
import { stopInTime } from "../stop-in-time.js";
import { Witness, type WitnessOptions } from "./witness.js";

const DRAIN_SECONDS = 5;

/** A process that is attacked while a witness does calls, and what must be so afterwards. */
export class HostileSite {
  readonly site: Site;
  readonly kiln: KilnProcess;
  readonly witness: Witness;

  private constructor(site: Site, kiln: KilnProcess, witness: Witness) {
    this.site = site;
    this.kiln = kiln;
    this.witness = witness;
  }

  static async open(
    env: Readonly<Record<string, string>> = {},
    options: WitnessOptions = {},
  ): Promise<HostileSite> {
    const site = await openSite({
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      SIGNUP_CREDITS: "1000000",
      // As it is without a word: the second that other sites have is over on a machine that is short of processors.
      TASK_LEASE_SECONDS: "30",
      ...START_MEMORY,
      ...env,
    });
    try {
      const kiln = await site.start();
      return new HostileSite(site, kiln, await Witness.begin(kiln, options));
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  /** SIGTERM ends the process within DRAIN_SECONDS and five more; ledger, quota and disk are exact behind it. */
  async stop(t: ExecutionContext): Promise<void> {
    const began = performance.now();
    const [ended] = await Promise.all([stopInTime(this.kiln, DRAIN_SECONDS), this.witness.leave()]);
    t.log(`stopped after ${Math.round(performance.now() - began)} ms`);
    t.is(ended?.code, 0, this.kiln.output.slice(-2000));
    t.deepEqual((await this.site.verifyLedger()).mismatches, []);
    t.deepEqual(await this.#quotas(), []);
    t.deepEqual(await this.#disk(), { orphans: [], missing: [] });
  }

  /** Accounts whose committed bytes are not the sum of their objects. */
  #quotas(): Promise<unknown[]> {
    return this.site.query(
      `SELECT u.id, u.committedBytes, COALESCE(SUM(o.sizeBytes), 0) AS stored FROM storage_usage u
        LEFT JOIN storage_objects o ON o.ownerId = u.id AND o.state = 'committed'
        GROUP BY u.id, u.committedBytes HAVING u.committedBytes <> COALESCE(SUM(o.sizeBytes), 0)`,
    );
  }

  /** Files that no object knows, and committed objects without a file; a ticket without bytes is neither. */
  async #disk(): Promise<{ orphans: string[]; missing: string[] }> {
    const { orphans, missing } = await this.site.checkMedia();
    const staged = await this.site.query<{ id: string }>(
      "SELECT id FROM storage_objects WHERE state = 'staged'",
    );
    const waiting = new Set(staged.map(({ id }) => id));
    return { orphans, missing: missing.filter((each) => !waiting.has(each.trim())) };
  }

  async close(): Promise<void> {
    await this.witness.leave().catch(() => {});
    await this.site.close();
  }
}
