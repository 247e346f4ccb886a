import test from "ava";
import type { ProviderContext } from "../../../plugins/kit/model-provider.js";
import { callUpstream, NothingSent } from "../../../services/generation/provider-calls.js";
import { isUpstreamFault } from "../../../services/generation/retry-policy.js";

/** A call with so many milliseconds. Its files are not read. */
const call = <T>(
  limitMs: number,
  work: (ctx: ProviderContext) => Promise<T>,
  signal = new AbortController().signal,
) => callUpstream({ config: { upstreamTimeoutMs: limitMs } } as never, signal, work);

const before = <T>(ctx: ProviderContext, work: () => Promise<T>): Promise<T> => {
  if (!ctx.beforeSending) throw new Error("The context has no beforeSending.");
  return ctx.beforeSending(work);
};
const never = new Promise<never>(() => {});

test("a call that ends before anything is sent says so, and one that may have sent does not (rules/models 49)", async (t) => {
  for (const [isSent, what] of [
    [false, "before"],
    [true, "after"],
  ] as const) {
    const ending = new AbortController();
    const error = await t.throwsAsync(
      call(
        60_000,
        async (ctx) => {
          await before(ctx, async () => (isSent ? undefined : ending.abort(new Error("the process ends"))));
          ending.abort(new Error("the process ends"));
          return never;
        },
        ending.signal,
      ),
      undefined,
      what,
    );
    t.is(error instanceof NothingSent, !isSent, what);
  }
});

test("nothing is sent after a call that ended before it (rules/models 49)", async (t) => {
  const ending = new AbortController();
  const sent: string[] = [];
  let isOver: Promise<unknown> = never;
  await t.throwsAsync(
    call(
      60_000,
      async (ctx) => {
        isOver = before(ctx, async () => ending.abort(new Error("the process ends"))).then(
          () => sent.push("sent"),
          () => {},
        );
        await isOver;
        return never;
      },
      ending.signal,
    ),
    { instanceOf: NothingSent },
  );
  await isOver;
  t.deepEqual(sent, []);
});

test("time that is over before anything is sent is no fault of the upstream, and one that is over after it is (rules/models 49)", async (t) => {
  // The time of a call does not keep a process alive.
  const alive = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(alive));
  const early = await t.throwsAsync(call(20, (ctx) => before(ctx, () => never)));
  t.like(early, { failure: "unknown", retryable: true });
  t.false(isUpstreamFault(early));
  const late = await t.throwsAsync(
    call(20, async (ctx) => {
      await before(ctx, async () => 1);
      return never;
    }),
  );
  t.like(late, { failure: "timeout" });
});
