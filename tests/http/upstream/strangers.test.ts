import test from "ava";
import { signUp } from "../../helpers/client.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { CASES, KEY } from "../../helpers/upstream-cases.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { PICTURE } from "../../stand-ins/upstream/media.js";
import { serveUpstream } from "../../stand-ins/upstream/serve-upstream.js";

/**
 * The result of the job lies behind a redirect to another, private host: the process follows it only where private networks are
 * allowed.
 */
for (const [isOpen, status] of [
  [false, "failed"],
  [true, "succeeded"],
] as const)
  test(`a result that redirects to a private host: the job ${status} with ALLOW_PRIVATE_NETWORK=${isOpen} (rules/models 40; rules/running 28)`, async (t) => {
    const stranger = await serveUpstream(() => ({ bytes: PICTURE, type: "image/png" }));
    const { vendor, model, params, env } = CASES.fal;
    const answer = vendor(KEY);
    const upstream = await serveUpstream((seen, own) =>
      seen.path.startsWith("/files/")
        ? { status: 302, headers: { location: `${stranger.url}${seen.path}` } }
        : answer(seen, own),
    );
    const kiln = await startKiln({
      ...env(upstream.url, KEY),
      // A result that the guard refuses is not asked for again: this time is longer than the test may take.
      UPSTREAM_RETRY_SECONDS: "600",
      ALLOW_PRIVATE_NETWORK: isOpen ? "1" : "0",
    });
    t.teardown(async () => {
      await kiln.stop();
      await upstream.close();
      await stranger.close();
    });
    const operator = await signUp(kiln.url);
    await setBalance(operator, operator, 1000);
    await operator.session.patch(`/v1/admin/models/${model}`, { paidOnly: false });
    const { body } = await operator.api.post("/v1/generations", {
      model,
      params: { ...params, prompt: "a kite" },
    });
    const job = await waitForJob(operator.api, body.job.id);
    t.is(job.status, status, JSON.stringify(job));
    t.is(job.costCredits, isOpen ? body.estimatedCredits : 0);
    if (!isOpen) t.regex(job.errorMessage, /its address cannot be read: /);
    t.is(upstream.orders.length, 1);
    t.is(upstream.seen.filter(({ path }) => path.startsWith("/files/")).length, 1);
    t.is(stranger.seen.length, isOpen ? 1 : 0);
    t.false(JSON.stringify(stranger.seen.map(({ headers }) => headers)).includes(KEY));
  });
