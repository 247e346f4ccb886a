import { performance } from "node:perf_hooks";
import type { Figure } from "../figure.js";
import { Connection, requestBytes } from "../load/connection.js";
import { median, percentile } from "../load/percentile.js";
import type { KeptSite } from "./kept-site.js";
import { Publisher, REPUBLISHED } from "./publisher.js";

const ROUNDS = 40;

/** Measures the time from a publish to an answer that has it. The first request after the publish must have it. */
export async function visibility(label: string, url: string, site: KeptSite): Promise<Figure> {
  const publisher = await Publisher.open(url, site);
  const reader = await Connection.open(url);
  const where = encodeURIComponent(JSON.stringify({ _id: { eq: REPUBLISHED.id } }));
  const request = requestBytes(
    `${url}/v1/content/${site.projectId}/documents?type=article&where=${where}`,
    "GET",
    { authorization: `Bearer ${site.token}` },
  );
  const whole: number[] = [];
  const after: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const slug = `${REPUBLISHED.fields.slug as string}-${Date.now()}-${round}`;
      const publish = await publisher.save(slug);
      const sent = performance.now();
      await publish();
      const published = performance.now();
      const body = (await reader.send(request)).toString();
      if (!body.includes(slug)) throw new Error("An answer after a publish does not have it.");
      after.push(performance.now() - published);
      whole.push(performance.now() - sent);
    }
  } finally {
    publisher.close();
    reader.close();
  }
  return {
    name: `${label}: publish sent to seen, p50`,
    value: median(whole),
    unit: "ms",
    note:
      `p99 ${percentile(whole, 0.99).toFixed(1)} ms; from its answer to the next one that has it ` +
      `${median(after).toFixed(1)} ms, ${ROUNDS} of ${ROUNDS} at the first request`,
  };
}
