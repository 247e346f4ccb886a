// A provider that gives false results in every way it can. The prompt of a job begins with the name of the falsehood.
import { Readable } from "node:stream";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const png = (body = PNG, contentType = "image/png") => ({ contentType, body });
const done = (...outputs) => ({ state: "succeeded", outputs });
const pending = (rest = {}) => ({ state: "pending", handle: { at: 1 }, pollAfterMs: 1, ...rest });
const never = () => new Promise(() => {});
const circular = {};
circular.self = circular;
const fails = () => {
  throw new Error("a getter of the liar");
};
const drips = () => done(png(Readable.from(endless(PNG, Buffer.alloc(1), 100), { objectMode: false })));
const thrown = (value) => () => {
  throw value;
};
async function* endless(head, piece, pauseMs = 0) {
  yield head;
  for (;;) {
    yield piece;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Answers to `submit` by the name of the falsehood. */
const ANSWERS = {
  nothing: () => undefined,
  null: () => null,
  "a text": () => "done",
  "a list": () => [],
  "a function": () => () => {},
  "an unknown state": () => ({ state: "finished" }),
  "a failure": () => ({ state: "failed", error: "no" }),
  "a state that throws": () => ({
    get state() {
      return fails();
    },
  }),
  "no handle": () => ({ state: "pending", pollAfterMs: 5 }),
  "a circular handle": () => pending({ handle: circular }),
  "a handle of 32 MB": () => pending({ handle: { x: "x".repeat(32 * 2 ** 20) } }),
  "a handle that throws": () => pending({ handle: { toJSON: fails } }),
  "no time to poll": () => ({ state: "pending", handle: {} }),
  "a poll that is never due": () => pending({ pollAfterMs: Infinity }),
  "outputs that are no list": () => ({ state: "succeeded", outputs: {} }),
  "outputs that throw": () => ({ state: "succeeded", outputs: new Proxy([png()], { get: fails }) }),
  "no result": () => done(),
  "ten thousand results": () => done(...Array.from({ length: 10_000 }, () => png())),
  "an output that is nothing": () => done(null),
  "a body that is a text": () => done(png("x")),
  "a type that is no text": () => done(png(PNG, 5)),
  "a file of this machine": () => done(png(new URL("file:///etc/passwd"))),
  "an address of this machine": () => done(png(new URL("http://127.0.0.1:9/x.png"))),
  "an address that is not there": () => done(png(new URL("https://nobody.invalid/x.png"))),
  "an empty picture": () => done(png(Buffer.alloc(0))),
  "a page": () => done(png(Buffer.from("<!doctype html><script>alert(1)</script>"))),
  "a page as what it is": () => done(png(Buffer.from("<!doctype html>"), "text/html")),
  "a film for a picture": () => done(png(PNG, "video/mp4")),
  "half a head": () => done(png(PNG.subarray(0, 12))),
  "nothing but a head": () => done(png(PNG.subarray(0, 33))),
  "a stream that breaks": () =>
    done(
      png(
        Readable.from(
          (async function* () {
            yield PNG.subarray(0, 30);
            throw new Error("broken");
          })(),
        ),
      ),
    ),
  "a stream of objects": () => done(png(Readable.from([{ a: 1 }, { b: 2 }]))),
  "a stream that was destroyed": () => {
    const body = Readable.from([PNG]);
    body.on("error", () => {});
    body.destroy();
    return done(png(body));
  },
  "a stream without end": () =>
    done(png(Readable.from(endless(PNG, Buffer.alloc(256 * 1024)), { objectMode: false }))),
  "a stream that drips": () => drips(),
  "metadata of 8 MB": () => done({ ...png(), metadata: { x: "x".repeat(8 * 2 ** 20) } }),
  "circular metadata": () => done({ ...png(), metadata: circular }),
  "thrown nothing": thrown(undefined),
  "a thrown text": thrown("no"),
  "a thrown getter": thrown({
    get failure() {
      return fails();
    },
    get message() {
      return fails();
    },
  }),
  "a message of 32 MB": thrown(new Error("x".repeat(32 * 2 ** 20))),
  "a wish to wait for ever": thrown(
    Object.assign(new Error("later"), {
      name: "ProviderError",
      failure: "rate_limited",
      retryable: true,
      retryAfterMs: 1e300,
    }),
  ),
  "a wish to wait not at all": thrown(
    Object.assign(new Error("now"), {
      name: "ProviderError",
      failure: "rate_limited",
      retryable: true,
      retryAfterMs: -1,
    }),
  ),
  "no answer": never,
  "a poll that lies": () => pending(),
  "a poll that hangs": () => pending(),
  "pending for ever": () => pending({ pollAfterMs: 0 }),
};

const POLLS = {
  "a poll that lies": () => ({ state: "finished" }),
  "a poll that hangs": never,
  "pending for ever": () => pending({ pollAfterMs: -5, progress: NaN, queuePosition: -1 }),
};

/** Names of falsehoods that end seconds after they began, so that a stop meets them. */
const HANGS = {
  "another stream that drips": () => drips(),
  "a stream that says nothing": () => done(png(new Readable({ read() {} }))),
};

export const LIES = Object.keys(ANSWERS);
export const HANGING = Object.keys(HANGS);

const nameOf = ({ params }) => params.prompt.split(":")[0];

export default {
  name: "liar",
  version: "1",
  provides: {
    modelProvider: {
      id: "liar",
      resubmit: "once",
      concurrency: 16,
      deadlineSeconds: 4,
      models: [
        {
          id: "liar-image",
          kind: "image",
          displayName: "Liar",
          providerModelId: "liar",
          paidOnly: false,
          pricing: { creditsPerRun: 3 },
          capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 1 },
        },
      ],
      async submit(job, ctx) {
        for (let at = 0; at < 2000; at += 1) ctx.progress?.({ progress: at % 2 === 0 ? NaN : "half" });
        return (ANSWERS[nameOf(job)] ?? HANGS[nameOf(job)])();
      },
      async poll(_handle, job) {
        return POLLS[nameOf(job)]();
      },
      async cancel() {
        await never();
      },
    },
  },
};
