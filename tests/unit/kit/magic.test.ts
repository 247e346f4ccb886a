import test from "ava";
import sharp from "sharp";
import { magicProblem } from "../../../plugins/kit/conformance/magic.js";
import { makeSampleMedia } from "../../../plugins/kit/conformance/sample-media.js";

const square = sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } });

test("a file that starts as its content type demands is fine (rules/models 30)", async (t) => {
  const media = await makeSampleMedia();
  for (const { contentType, bytes } of Object.values(media)) t.is(magicProblem(contentType, bytes), null);
  t.is(magicProblem("image/jpeg", await square.clone().jpeg().toBuffer()), null);
  t.is(magicProblem("image/webp", await square.clone().webp().toBuffer()), null);
  t.is(magicProblem("image/avif", await square.clone().avif().toBuffer()), null);
  t.is(magicProblem("image/gif", await square.clone().gif().toBuffer()), null);
  t.is(magicProblem("audio/mpeg", Buffer.from("fffb9064", "hex")), null);
  t.is(magicProblem("audio/mpeg", Buffer.from("ID3\u0004")), null);
  t.is(magicProblem("video/webm; codecs=vp9", Buffer.from("1a45dfa3", "hex")), null);
});

test("a file of another format, an empty one and an unknown type are named (rules/models 30)", async (t) => {
  const { image, audio } = await makeSampleMedia();
  t.regex(magicProblem("image/jpeg", image.bytes) ?? "", /says image\/jpeg but starts with 89504e47/);
  t.regex(magicProblem("audio/mpeg", audio.bytes) ?? "", /starts with/);
  t.regex(magicProblem("video/mp4", Buffer.alloc(0)) ?? "", /starts with nothing/);
  t.regex(magicProblem("text/html", Buffer.from("<p>")) ?? "", /not a content type that this suite knows/);
});
