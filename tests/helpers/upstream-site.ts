import { type Person, signUp } from "./client.js";
import { openSite, type Site } from "./open-site.js";
import { setBalance } from "./set-balance.js";
import { startUpstreams } from "./start-upstreams.js";
import { type Case, CASES } from "./upstream-cases.js";
import type { Upstream } from "../stand-ins/upstream/serve-upstream.js";

/** Site whose processes may be killed beside vendors that live on, with a person who may order from them. */
export interface UpstreamSite {
  site: Site;
  person: Person;
  /** Returns a vendor's case and its stand-in, with no order on it. */
  vendor(id: string): { each: Case; upstream: Upstream };
  close(): Promise<void>;
}

export async function openUpstreamSite(): Promise<UpstreamSite> {
  const { upstreams, env, close } = await startUpstreams();
  const site = await openSite(env);
  const kiln = await site.startHere();
  const operator = await signUp(kiln.url);
  const person = await signUp(kiln.url);
  await setBalance(operator, person, 10_000);
  for (const { model } of Object.values(CASES))
    await operator.session.patch(`/v1/admin/models/${model}`, { paidOnly: false });
  await kiln.stop();
  return {
    site,
    person,
    vendor(id) {
      const each = CASES[id];
      const upstream = upstreams[id];
      if (!each || !upstream) throw new Error(id);
      upstream.orders.length = 0;
      return { each, upstream };
    },
    async close() {
      await site.close();
      await close();
    },
  };
}
