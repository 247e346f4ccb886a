import type { ExecutionContext } from "ava";
import { openSite, type Site } from "../open-site.js";
import type { KilnProcess } from "../spawn-kiln.js";
import { START_MEMORY } from "../start-memory.js";
import { stopInTime } from "../stop-in-time.js";
import { Witness, type WitnessOptions } from "./witness.js";

const DRAIN_SECONDS = 5;

/** Process that is attacked while a witness makes calls, with checks of its state afterwards. */
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
      // The lease has its default value: the one second that other sites have expires on a machine that is short of processors.
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

  /**
   * Sends SIGTERM and asserts that the process ends within DRAIN_SECONDS and five more, and that ledger, quota and disk are exact
   * afterwards.
   */
  async stop(t: ExecutionContext): Promise<void> {
    const began = performance.now();
    const [ended] = await Promise.all([stopInTime(this.kiln, DRAIN_SECONDS), this.witness.leave()]);
    t.log(`stopped after ${Math.round(performance.now() - began)} ms`);
    t.is(ended?.code, 0, this.kiln.output.slice(-2000));
    t.deepEqual((await this.site.verifyLedger()).mismatches, []);
    t.deepEqual(await this.#quotas(), []);
    t.deepEqual(await this.#disk(), { orphans: [], missing: [] });
  }

  /** Returns the accounts whose committed bytes are not the sum of their objects. */
  #quotas(): Promise<unknown[]> {
    return this.site.query(
      `SELECT u.id, u.committedBytes, COALESCE(SUM(o.sizeBytes), 0) AS stored FROM storage_usage u
        LEFT JOIN storage_objects o ON o.ownerId = u.id AND o.state = 'committed'
        GROUP BY u.id, u.committedBytes HAVING u.committedBytes <> COALESCE(SUM(o.sizeBytes), 0)`,
    );
  }

  /** Returns files without an object, and committed objects without a file. A ticket without bytes is neither. */
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
