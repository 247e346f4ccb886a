import test from "ava";
import type { PublishedContent } from "../../../contracts/content-events.js";
import type { Kiln } from "../../../start.js";
import { emit } from "../../../services/webhooks/index.js";
import { type Person, signUp } from "../../helpers/client.js";
import { publishEvent } from "../../helpers/emit-event.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let owner: Person;
test.before(async () => {
  kiln = await startKiln({ ALLOW_PRIVATE_NETWORK: "1" });
  owner = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** A payload that nobody may look at. */
const untouchable = new Proxy({} as PublishedContent, {
  get() {
    throw new Error("The body was built.");
  },
});

test("where nobody listens an event costs one read by an index, and no body is built", async (t) => {
  const projectId = await makeProject(owner);
  const nobody = "http://127.0.0.1:9/";
  await makeWebhook(owner.api, projectId, nobody, { enabled: false });
  await makeWebhook(owner.api, projectId, nobody, { events: ["document.delete"] });
  const statements: string[] = [];
  await kiln.host.transact(async (tx) => {
    const counting = Object.create(tx) as typeof tx;
    counting.query = (sql, parameters) => {
      statements.push(sql);
      return tx.query(sql, parameters);
    };
    counting.run = () => {
      throw new Error("Something was written.");
    };
    await emit(kiln.host, counting, [{ ...publishEvent(projectId), content: untouchable } as never]);
  });
  t.is(statements.length, 1);
  const mark = kiln.host.database.dialect === "sqlite" ? "QUERY PLAN" : "";
  const plan = await kiln.host.read.query<object>(`EXPLAIN ${mark} ${statements[0]}`, [projectId]);
  t.regex(JSON.stringify(plan), /IX_webhooks_project/);
});
