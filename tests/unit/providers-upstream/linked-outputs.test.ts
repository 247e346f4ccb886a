import test from "ava";
import { linkedOutputs } from "../../../plugins/kit/upstream/find-media.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { UpstreamClient } from "../../../plugins/kit/upstream/upstream-client.js";
import { outputsOf } from "../../../plugins/providers/comfyui/comfy-outputs.js";
import { Readable } from "node:stream";

const GOOD = { url: "https://files.test/a.png" };

test("addresses and inline data are results, one by one or as a list (rules/models 30)", (t) => {
  const types = (found: unknown) =>
    linkedOutputs("fal", "image", found).map(({ contentType }) => contentType);
  t.deepEqual(types("https://files.test/a.webp"), ["image/webp"]);
  t.deepEqual(types(GOOD), ["image/png"]);
  t.deepEqual(types([GOOD, { ...GOOD, content_type: "image/gif" }, "data:image/jpeg;base64,AAAA"]), [
    "image/png",
    "image/gif",
    "image/jpeg",
  ]);
});

test("a list of results of which one has no address is no result at all (rules/models 30)", (t) => {
  for (const wrong of [null, undefined, {}, { url: 5 }, { url: "no address" }, "", 7])
    t.throws(() => linkedOutputs("fal", "image", [GOOD, wrong, GOOD]), {
      instanceOf: ProviderError,
      message: "fal said that the job had succeeded, and result 2 of 3 has no address.",
    });
  t.throws(() => linkedOutputs("fal", "image", {}), { message: /the result has no address/ });
  for (const none of [undefined, null, []])
    t.throws(() => linkedOutputs("fal", "image", none), { message: /gave no result/ });
});

/** Makes a ComfyUI that has the named files, and records what was opened. */
function comfy(known: readonly string[]) {
  const opened: Readable[] = [];
  const client = {
    async bytes(path: string) {
      const name = new URL(path, "http://comfy").searchParams.get("filename") ?? "";
      if (!known.includes(name))
        throw new ProviderError("provider_unavailable", "ComfyUI refused (503)", { retryAfterMs: 7 });
      const body = Readable.from([name]);
      opened.push(body);
      return { contentType: "image/png", body };
    },
  } as unknown as UpstreamClient;
  const of = (outputs: unknown) => outputsOf(client, "image", { outputs }, new AbortController().signal);
  return { opened, of };
}
const file = (filename: string, type = "output") => ({ filename, subfolder: "", type });

test("ComfyUI: previews are left out, and all that was saved is given", async (t) => {
  const { of } = comfy(["a.png", "b.png"]);
  const found = await of({
    1: { images: [file("p.png", "temp")] },
    2: { images: [file("a.png")], text: [5] },
    3: { images: [file("b.png")] },
  });
  t.is(found.state === "succeeded" && found.outputs.length, 2);
});

test("ComfyUI: when one of several cannot be fetched the others are closed, and the reason stays (rules/models 31)", async (t) => {
  const { of, opened } = comfy(["a.png", "c.png"]);
  const error = await t.throwsAsync(
    of({ 1: { images: ["a.png", "b.png", "c.png"].map((name) => file(name)) } }),
    {
      instanceOf: ProviderError,
      message: "The result b.png could not be fetched: ComfyUI refused (503)",
    },
  );
  t.like(error, { failure: "provider_unavailable", retryable: true, retryAfterMs: 7 });
  t.is(opened.length, 2);
  t.true(opened.every(({ destroyed }) => destroyed));
});

test("ComfyUI: outputs of another shape are named, and nothing of them is taken (rules/models 30)", async (t) => {
  const { of, opened } = comfy(["a.png"]);
  for (const [outputs, message] of [
    [[], /the outputs of its history are not an object/],
    [{ 1: null }, /the outputs of its node 1 are not an object/],
    [{ 1: { images: "a.png" } }, /images of node 1 is not a list/],
    [{ 1: { images: [file("a.png"), { filename: 5 }] } }, /images of node 1\[1\] has no filename/],
    [{ 1: { images: [{ filename: "a.png", subfolder: 5 }] } }, /a\.png, lies in no folder/],
  ] as const)
    await t.throwsAsync(of(outputs), { instanceOf: ProviderError, message });
  t.deepEqual(opened, []);
});
