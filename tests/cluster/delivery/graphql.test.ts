import anyTest, { type TestFn } from "ava";
import { Client, signUp } from "../../helpers/client.js";
import { Documents } from "../../helpers/content.js";
import { makeProject } from "../../helpers/make-project.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { field, postType } from "../../helpers/post-type.js";

/** Number of rounds on two processes with one database and one broker. The long run makes more. */
const ROUNDS = Number(process.env.KILN_RUNS ?? 100) >= 1000 ? 100 : 4;

interface Context {
  site: Site;
  /** Clients of the owner, and of a reader of published content, at each of the processes. */
  owners: readonly [Client, Client];
  readers: readonly [Client, Client];
  documents: readonly [Documents, Documents];
  projectId: string;
}
const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const site = await openSite();
  const [one, two] = await Promise.all([site.start(), site.start()]);
  const ann = await signUp(one.url);
  const projectId = await makeProject(ann);
  const { secret } = (await ann.api.post(`/v1/projects/${projectId}/content/tokens`, { name: "site" })).body;
  const reader = new Client(one.url, { authorization: `Bearer ${secret}` });
  const owners = [ann.api, ann.api.at(two.url)] as const;
  const documents = new Documents(ann, projectId);
  t.context = {
    site,
    owners,
    readers: [reader, reader.at(two.url)],
    documents: [documents, documents.as({ ...ann, api: owners[1] })],
    projectId,
  };
});
test.after.always((t) => t.context.site?.close());

test("a type changed on one process is in the schema of the next query on the other (rules/delivery 31)", async (t) => {
  const { owners, readers, projectId } = t.context;
  const type = await postType(owners[0], projectId, "page", [field("title")]);
  const ask = (at: 0 | 1, query: string) => readers[at].post(`/v1/content/${projectId}/graphql`, { query });
  t.is((await ask(1, "{ allPage { total } }")).status, 200);
  let baseVersion = type.latestVersion;
  for (let round = 1; round <= ROUNDS; round++) {
    const [writer, other] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const fields = [field("title"), field(`extra${round}`)];
    const changed = await owners[writer].put(`/v1/content/types/${type.id}`, { baseVersion, fields });
    t.is(changed.status, 200);
    baseVersion = changed.body.contentType.latestVersion;
    const added = await ask(
      other,
      `{ allPage(where: {extra${round}: {exists: true}}) { items { extra${round} } } }`,
    );
    t.deepEqual([added.status, added.body], [200, { data: { allPage: { items: [] } } }]);
    const gone = await ask(other, `{ allPage { items { extra${round - 1} } } }`);
    t.is(gone.status, 400, JSON.stringify(gone.body));
    const asked = await ask(other, '{ page: __type(name: "Page") { fields { name } } }');
    const names = asked.body.data.page.fields.map(({ name }: { name: string }) => name);
    t.deepEqual(names.slice(-2), ["title", `extra${round}`]);
    const locale = { code: `en-${round}`, title: "L", fallback: null, required: false };
    const english = { code: "en", title: "English", fallback: null, required: false };
    const settings = { defaultLocale: "en", locales: [english, locale] };
    const set = await owners[writer].put(`/v1/projects/${projectId}/content/settings`, settings);
    t.is(set.status, 200);
    const localized = await ask(other, `{ allPage(locale: EN_${round}) { total } }`);
    t.is(localized.status, 200, JSON.stringify(localized.body));
  }
});

test("a publish on one process is in the answer to the next query on the other (rules/delivery 6)", async (t) => {
  const { owners, readers, documents, projectId } = t.context;
  await postType(owners[0], projectId, "article", [field("title")]);
  const id = await documents[0].makePublished({ title: "0" });
  const query = "query ($id: ID!) { article(id: $id) { title } allArticle { total items { title } } }";
  for (let round = 1; round <= ROUNDS; round++) {
    const [writer, other] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const title = String(round);
    const ask = () => readers[other].post(`/v1/content/${projectId}/graphql`, { query, variables: { id } });
    const { body } = await documents[writer].put(id, { title });
    t.is((await documents[writer].publish(id, body.version)).status, 200);
    t.deepEqual((await ask()).body.data, {
      article: { title },
      allArticle: { total: 1, items: [{ title }] },
    });
    t.is((await documents[writer].unpublish(id)).status, 200);
    t.deepEqual((await ask()).body.data, { article: null, allArticle: { total: 0, items: [] } });
  }
});
