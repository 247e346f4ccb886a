import { Client, type Person } from "./client.js";
import { makeProject } from "./make-project.js";

/** Number of publishes. The long run makes 1,000. */
const PUBLISHES = Number(process.env.KILN_RUNS ?? 100) >= 1000 ? 1000 : 60;
const WRITERS = 4;

/**
 * Publishes as a person at processes in turn, and reads each page at all of them as soon as its publish was answered. Returns a sentence
 * for each answer that does not have what was published.
 */
export async function findStale(writers: readonly Client[], ann: Person): Promise<string[]> {
  const projectId = await makeProject(ann);
  const base = `/v1/projects/${projectId}/content`;
  const fields = [{ name: "rank", title: "Rank", type: "number" }];
  await ann.api.post(`${base}/types`, { name: "page", title: "Page", fields });
  const { secret } = (await ann.api.post(`${base}/tokens`, { name: "site" })).body;
  const readers = writers.map((writer) => writer.with({ authorization: `Bearer ${secret}` }));
  const stale: string[] = [];
  let next = 0;
  const work = async (writer: Client, own: string): Promise<void> => {
    while (next < PUBLISHES) {
      const rank = ++next;
      const saved = await writer.put(`/v1/content/documents/${own}`, { draft: { rank } });
      await writer.post(`/v1/content/documents/${own}/publish`, { baseVersion: saved.body.version });
      const answers = await Promise.all(
        readers.flatMap((reader) => [
          reader.get(`/v1/content/${projectId}/documents/${own}`),
          reader.get(
            `/v1/content/${projectId}/documents?type=page&where=${encodeURIComponent(JSON.stringify({ _id: { eq: own } }))}`,
          ),
        ]),
      );
      for (const { body } of answers) {
        const document = body.document ?? body.documents[0];
        if (document?.rank !== rank) stale.push(`${own}: ${document?.rank} instead of ${rank}`);
      }
    }
  };
  const owned = await Promise.all(
    Array.from({ length: WRITERS }, () =>
      ann.api.post(`${base}/documents`, { type: "page", draft: { rank: 0 } }),
    ),
  );
  await Promise.all(
    owned.map(({ body }, at) => work(writers[at % writers.length] ?? ann.api, body.document.id)),
  );
  return stale;
}
