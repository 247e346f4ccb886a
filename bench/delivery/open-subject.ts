import { performance } from "node:perf_hooks";
import type { Figure } from "../figure.js";
import { Connection } from "../load/connection.js";
import { startMeasured } from "../processes/kiln-process.js";
import { envOf, type KeptSite } from "./kept-site.js";
import type { Subject } from "./subject.js";
import { Publisher } from "./publisher.js";
import { QUESTIONS } from "./questions.js";
import { kilnRequest } from "./requests.js";

/** Starts Kiln on a site and lets it load the articles, which a first list waits for. */
export async function openSubject(
  label: string,
  site: KeptSite,
): Promise<{ subject: Subject; loads: Figure; close(): Promise<void> }> {
  const kiln = await startMeasured(site.dataDir, envOf(site.databaseUrl));
  try {
    const publisher = await Publisher.open(kiln.url, site);
    const list = QUESTIONS[1]?.ask(0, site.count);
    if (list === undefined) throw new Error("There is no question for a list.");
    const connection = await Connection.open(kiln.url);
    const started = performance.now();
    await connection.send(kilnRequest(kiln.url, site, list));
    const value = performance.now() - started;
    connection.close();
    return {
      subject: { label, url: kiln.url, pid: kiln.pid, site, publisher },
      loads: { name: `${label}: load of the type, first list after a start`, value, unit: "ms" },
      async close() {
        publisher.close();
        await kiln.stop();
      },
    };
  } catch (error) {
    await kiln.stop();
    throw error;
  }
}
