import test from "ava";
import { makeReadingSite } from "../../helpers/reading-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("while the database is there, answers with STALE_SECONDS are as exact as without, and not marked (rules/running 21)", async (t) => {
  const kiln = await startKiln({ STALE_SECONDS: "3600" });
  t.teardown(() => kiln.stop());
  const site = await makeReadingSite(kiln, [{ name: "rank", title: "Rank", type: "number" }]);
  const id = await site.documents.makePublished({ rank: 0 });
  for (let rank = 1; rank <= 20; rank++) {
    const saved = await site.documents.put(id, { rank });
    await site.documents.publish(id, saved.body.version);
    const answer = await site.reader.get(`${site.path}/${id}`);
    t.is(answer.body.document.rank, rank);
    t.is(answer.headers.get("warning"), null);
    t.is(answer.headers.get("cache-control"), "public, max-age=0, must-revalidate");
  }
  await site.ann.api.delete(`/v1/content/tokens/${(await tokensOf(site))[0]?.id ?? ""}`);
  t.is((await site.reader.get(`${site.path}/${id}`)).status, 401);
});

const tokensOf = async (site: Awaited<ReturnType<typeof makeReadingSite>>): Promise<{ id: string }[]> =>
  (await site.ann.api.get(`/v1/projects/${site.projectId}/content/tokens`)).body.tokens;
