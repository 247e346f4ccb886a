import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeWebhook } from "../../helpers/make-webhook.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let owner: Person;
let projectId: string;
test.before(async () => {
  kiln = await startKiln();
  owner = await signUp(kiln.url);
  projectId = await makeProject(owner);
});
test.after.always(() => kiln?.stop());

/** Public address that needs no name server. */
const PUBLIC = "https://93.184.215.14/hook";

test("a refusal says what the address must be, and which setting lifts that (docs/webhooks.md) (rules/webhooks 1)", async (t) => {
  const refusalOf = async (url: string) => {
    const events = ["document.publish"];
    const made = await owner.api.post(`/v1/projects/${projectId}/content/webhooks`, {
      name: "x",
      url,
      events,
    });
    return made.body.error.message;
  };
  t.regex(await refusalOf("http://93.184.215.14/hook"), /^url: .* must be https; .*ALLOW_PRIVATE_NETWORK=1/);
  for (const url of ["https://localhost/hook", "https://10.0.0.1/hook"])
    t.regex(await refusalOf(url), /^url: .* on the public internet; .*ALLOW_PRIVATE_NETWORK=1/, url);
  t.regex(await refusalOf("https://93.184.215.14:22/hook"), /port 22 is not allowed: only 443, and 1024/);
});

for (const url of [
  "http://93.184.215.14/hook",
  "https://localhost/hook",
  "https://127.0.0.1/hook",
  "https://127.1/hook",
  "https://0x7f000001/hook",
  "https://[::1]/hook",
  "https://[::ffff:127.0.0.1]/hook",
  "https://10.0.0.1/hook",
  "https://172.16.0.1/hook",
  "https://192.168.1.1/hook",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/hook",
  "https://[fd00::1]/hook",
  "https://[fe80::1]/hook",
  "https://0.0.0.0/hook",
  "https://user:pass@93.184.215.14/hook",
  "https://metadata.google.internal/",
  "https://no-such-host.invalid/hook",
  "https://93.184.215.14:22/hook",
  "javascript:alert(1)",
])
  test(`an address that is no public https one is refused at save: ${url} (rules/webhooks 1)`, async (t) => {
    const made = await owner.api.post(`/v1/projects/${projectId}/content/webhooks`, {
      name: "x",
      url,
      events: ["document.publish"],
    });
    t.is(made.status, 400);
    t.is(made.body.error.code, "invalid_params");
    t.regex(made.body.error.message, /^url: /);
    const { id } = await makeWebhook(owner.api, projectId, PUBLIC, { enabled: false });
    const changed = await owner.api.patch(`/v1/content/webhooks/${id}`, { url });
    t.is(changed.status, 400);
    const { webhooks } = (await owner.api.get(`/v1/projects/${projectId}/content/webhooks`)).body;
    t.is(webhooks.find((one: { id: string }) => one.id === id).url, PUBLIC);
    await owner.api.delete(`/v1/content/webhooks/${id}`);
  });
