import type { RunBody } from "../../contracts/application-run.js";
import type { Capabilities } from "../../contracts/models.js";

type Media = Readonly<Record<string, string | readonly string[]>>;

/** Returns a run's media under the parameters that a model of these capabilities takes them by. */
export function placeMedia(able: Capabilities, body: RunBody): Media {
  const { imageStorageIds: images = [], videoStorageId: video, audioStorageId: audio } = body;
  const [first, second] = images;
  switch (able.kind) {
    case "image":
      return first === undefined ? {} : { referenceStorageIds: images };
    case "upscale": {
      const source = video ?? first;
      return source === undefined ? {} : { sourceStorageId: source };
    }
    case "audio":
      return { ...(audio && { sourceStorageId: audio }), ...(video && { videoStorageId: video }) };
    case "video": {
      const asFrames = able.supportsFirstFrame && images.length <= (able.supportsLastFrame ? 2 : 1);
      return {
        ...(first !== undefined &&
          (asFrames
            ? { startFrameStorageId: first, ...(second !== undefined && { endFrameStorageId: second }) }
            : { referenceImageStorageIds: images })),
        ...(video &&
          (able.requiresSourceVideo
            ? { sourceVideoStorageId: video }
            : { referenceVideoStorageIds: [video] })),
        ...(audio && { referenceAudioStorageIds: [audio] }),
      };
    }
  }
}
