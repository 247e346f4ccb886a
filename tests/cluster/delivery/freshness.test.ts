import test from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { openSite } from "../../helpers/open-site.js";

/** Number of publishes. The long run makes 1,000. */
const PUBLISHES = Number(process.env.KILN_RUNS ?? 100) >= 1000 ? 1000 : 60;
const WRITERS = 4;

test("a finished publish is seen by the very next request on every process (rules/delivery 6; rules/content 33)", async (t) => {
  const site = await openSite();
  t.teardown(() => site.close());
  const [one, two] = await Promise.all([site.start(), site.start()]);
  const ann = await signUp(one.url);
  const projectId = await makeProject(ann);
  const base = `/v1/projects/${projectId}/content`;
  const fields = [{ name: "rank", title: "Rank", type: "number" }];
  await ann.api.post(`${base}/types`, { name: "page", title: "Page", fields });
  const { secret } = (await ann.api.post(`${base}/tokens`, { name: "site" })).body;
  const readers = [one, two].map(({ url }) => new Client(url, { authorization: `Bearer ${secret}` }));
  const writers = [one, two].map(({ url }) => new Client(url, { authorization: `Bearer ${ann.key}` }));
  const stale: string[] = [];
  let next = 0;
  const work = async (writer: Client, own: string): Promise<void> => {
    for (let version = 2; next < PUBLISHES; version += 1) {
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
  t.deepEqual(stale, []);
  t.true(next >= PUBLISHES);
});
