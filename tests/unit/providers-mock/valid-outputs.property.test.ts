import test from "ava";
import fc from "fast-check";
import sharp from "sharp";
import { SAMPLE_IDS } from "../../../plugins/kit/conformance/sample-media.js";
import { mockModels } from "../../../plugins/providers/mock/models/index.js";
import { arbitraryParams } from "../../helpers/arbitrary-params.js";
import { parseMp4 } from "../../helpers/parse-mp4.js";
import { parseWav } from "../../helpers/parse-wav.js";
import { runMock } from "../../helpers/run-mock.js";

const numRuns = Number(process.env["KILN_RUNS"] ?? 100);

const requests = fc
  .constantFrom(...mockModels)
  .chain((model) => fc.tuple(fc.constant(model), arbitraryParams(model.capabilities, SAMPLE_IDS)));

test("any valid request of any model makes valid files of the right kind, count and length (rules/models 34)", async (t) => {
  await fc.assert(
    fc.asyncProperty(requests, async ([{ id, capabilities }, params]) => {
      const files = await runMock(id, params);
      if (files.length !== (params["numImages"] ?? 1)) throw new Error("wrong count");
      const wished = params["duration"] ?? params["durationSeconds"];
      for (const { contentType, bytes } of files) {
        const seconds = await lengthOf(contentType, bytes);
        const isTimed = capabilities.kind !== "image" && contentType !== "image/png";
        if (isTimed && typeof wished === "number" && Math.abs(seconds - wished) > 0.001) {
          throw new Error(`${seconds} s instead of ${wished} s`);
        }
      }
    }),
    { numRuns },
  );
  t.pass();
});

/** Reads the file with a parser of its type, which throws when something is wrong. Returns the seconds, 0 for an image. */
async function lengthOf(contentType: string, bytes: Buffer): Promise<number> {
  switch (contentType) {
    case "image/png":
      await readImage(bytes);
      return 0;
    case "audio/wav":
      return parseWav(bytes).seconds;
    case "video/mp4":
      return parseMp4(bytes).seconds;
    default:
      throw new Error(`unexpected ${contentType}`);
  }
}

/** Decodes all pixels. Of the largest sizes it reads only the header, to save time. */
async function readImage(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes).metadata();
  if (width * height <= 2 ** 21) await sharp(bytes).stats();
}
