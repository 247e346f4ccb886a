import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { CONTRACTS } from "../../../contracts/index.js";
import { makePlatformSchema } from "../../../services/gateway/graphql/schema/make-schema.js";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { ofRings } from "../../helpers/of-rings.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { ACCOUNTS } from "../../helpers/twins/accounts.js";
import {
  type Act,
  type Acts,
  byGraphql,
  byRest,
  misspelt,
  ofNobody,
  type Outcome,
} from "../../helpers/twins/act.js";
import { CONTENT } from "../../helpers/twins/content.js";
import { CONTENT_WORK } from "../../helpers/twins/content-work.js";
import { MEDIA } from "../../helpers/twins/media.js";
import { OPERATIONS } from "../../helpers/twins/operations.js";
import { PROJECTS } from "../../helpers/twins/projects.js";
import { type Params, Twin } from "../../helpers/twins/twin.js";
import { WORKFLOWS } from "../../helpers/twins/workflows.js";
import type { CallingField } from "../../../services/gateway/graphql/schema/streams.js";

/** Ann does everything by REST, and her twin Ben does the same by GraphQL. */
const test = anyTest as TestFn<{ kiln: Kiln; ann: Twin; ben: Twin }>;
test.before(async (t) => {
  const kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  t.context.kiln = kiln;
  const ann = await signUp(kiln.url);
  const [ben, friend] = [await signUp(kiln.url), await signUp(kiln.url)];
  // Only operators may do everything.
  await ann.session.patch(`/v1/admin/accounts/${ben.id}`, { operator: true });
  t.context.ann = await Twin.make(kiln, { me: ann, friend });
  t.context.ben = await Twin.make(kiln, { me: ben, friend });
});
test.after.always((t) => t.context.kiln?.stop());

const GROUPS: Readonly<Record<string, Acts>> = {
  accounts: ACCOUNTS,
  projects: PROJECTS,
  media: MEDIA,
  content: CONTENT,
  "work on content": CONTENT_WORK,
  workflows: WORKFLOWS,
  operations: OPERATIONS,
};

/** Acts that no argument and no state makes a rule refuse, each with the reason. */
const NEVER_REFUSED: Readonly<Record<string, string>> = {
  "identity.resendVerification": "it takes nothing, and who may call it may call it again",
  "billing.resumeSubscription": "it takes nothing, and a plan that goes on may be resumed",
};

const platform = makePlatformSchema(CONTRACTS, async () => null);
const mutations = [...platform.fields]
  .filter(([key]) => key.startsWith("Mutation."))
  .map(([, field]) => field);

test("every mutation is done here, and nothing else is (rules/edge 40)", (t) => {
  const done = Object.values(GROUPS).flatMap((acts) => Object.keys(acts));
  t.deepEqual(done.toSorted(), mutations.map(({ contract }) => contract.name).toSorted());
});

type Way = (params: Params) => Promise<Outcome>;

/**
 * Plays an act by one way. Returns the refusals by a state, an unknown id, a wrong value and a misspelt name, and then the
 * result.
 */
async function play(act: Act, field: CallingField, twin: Twin, way: Way) {
  const refused: Outcome[] = [];
  if (act.refusedOn) refused.push(await way(await act.refusedOn(twin)));
  const params = await act.on(twin);
  const nobodys = ofNobody(field, params);
  if (nobodys !== null) refused.push(await way(nobodys));
  if (act.wrong) refused.push(await way({ ...params, ...act.wrong }));
  const unknown = misspelt(field, params);
  return {
    refused,
    misspelt: { name: unknown.name, said: (await way(unknown.params)).refused },
    done: await way(params),
  };
}

async function compare(t: ExecutionContext<{ ann: Twin; ben: Twin }>, field: CallingField, act: Act) {
  const { ann, ben } = t.context;
  const { name } = field.contract;
  const rest = await play(act, field, ann, (params) => byRest(field, params, ann.client));
  const graphql = await play(act, field, ben, (params) => byGraphql(field, params, ben.client, platform));
  for (const [at, outcome] of rest.refused.entries()) {
    t.truthy(outcome.refused, `${name} is not refused: ${JSON.stringify(outcome)}`);
    t.deepEqual(graphql.refused[at], outcome, name);
  }
  t.is(rest.refused.length === 0, name in NEVER_REFUSED, `${name}: a rule has to refuse it`);
  for (const { misspelt: unknown } of [rest, graphql]) {
    t.is(unknown.said?.code, "invalid_params", name);
    if (unknown.name !== null)
      t.true(unknown.said?.message.includes(`"${unknown.name}"`), unknown.said?.message);
  }
  t.is(rest.done.refused, undefined, `${name}: ${JSON.stringify(rest.done.refused)}`);
  t.deepEqual(graphql.done, rest.done, name);
}

for (const [group, acts] of Object.entries(GROUPS))
  test.serial(
    `what a mutation does and refuses equals what REST does to a twin: ${group} (rules/edge 40)`,
    async (t) => {
      // The rings have the first mutation of each group and each third one behind it.
      const own = ofRings(
        mutations.filter(({ contract }) => contract.name in acts),
        { each: 3 },
      );
      for (const field of own) {
        const act = acts[field.contract.name];
        if (act !== undefined) await compare(t, field, act);
      }
    },
  );
