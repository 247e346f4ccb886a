import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { outputSeconds } from "../../../services/models/price.js";
import { audioModel, imageModel, upscaleModel, videoModel } from "../../helpers/declared-models.js";
import { ID } from "./check-table.js";

test("seconds that a job makes or processes (rules/billing 5; rules/models 19)", (t) => {
  const video = { kind: "video", prompt: "x", duration: 5, aspectRatio: "16:9" } as const;
  const image = { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 2 } as const;
  t.is(outputSeconds(videoModel().capabilities, video), 5);
  t.is(outputSeconds(imageModel().capabilities, image), null);
  t.is(
    outputSeconds(upscaleModel().capabilities, {
      kind: "upscale",
      sourceStorageId: ID,
      durationSeconds: 3.5,
    }),
    3.5,
  );
  const bounded = audioModel("sfx", { minSeconds: 1, maxSeconds: 12 }).capabilities;
  t.is(outputSeconds(bounded, { kind: "audio", prompt: "x", durationSeconds: 2 }), 2);
  t.is(outputSeconds(bounded, { kind: "audio", prompt: "x" }), 12);
  t.is(outputSeconds(audioModel("music").capabilities, { kind: "audio", prompt: "x" }), 30);
  t.throws(() => outputSeconds(bounded, video), {
    instanceOf: ServiceError,
    message: /video params/,
  });
});
