import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import { acceptedType } from "../../../services/storage/accepted-types.js";

test("accepted types are image, video, audio, octet-stream and JavaScript, without their parameters (rules/storage 5)", (t) => {
  for (const [given, type] of [
    ["image/png", "image/png"],
    ["IMAGE/PNG", "image/png"],
    ["image/svg+xml", "image/svg+xml"],
    ["video/vnd.dlna.mpeg-tts", "video/vnd.dlna.mpeg-tts"],
    ["audio/webm;codecs=opus", "audio/webm"],
    ['video/webm; codecs="vp8, vorbis"', "video/webm"],
    ["application/octet-stream", "application/octet-stream"],
    ["text/javascript; charset=utf-8", "text/javascript"],
    ["application/javascript", "application/javascript"],
    ["application/x-javascript;", "application/x-javascript"],
    [" image/png ", "image/png"],
    [`image/${"x".repeat(194)}`, `image/${"x".repeat(194)}`],
  ] as const) {
    t.is(acceptedType(given), type, given);
  }
});

test("other types are refused with a sentence that names the accepted ones (rules/storage 5)", (t) => {
  for (const given of [
    "text/html",
    "application/json",
    "text/plain",
    "application/pdf",
    "font/woff2",
    "multipart/form-data",
  ]) {
    const error = t.throws(() => acceptedType(given), { instanceOf: ServiceError }, given);
    t.is(error.code, "invalid_params");
    t.regex(
      error.message,
      /^contentType must be image\/\*, video\/\*, audio\/\*, application\/octet-stream or a JavaScript type, not /,
    );
  }
});

test("malformed types are refused (rules/storage 5)", (t) => {
  for (const given of [
    "image",
    "image/",
    "/png",
    "image/*",
    "image/png/x",
    "image png",
    "image/png; =x",
    "image/png; charset",
    'image/png; a="',
    "image/png\r\nX: y",
    "image/p\u00fcg",
    "",
    ";",
  ]) {
    const error = t.throws(() => acceptedType(given), { instanceOf: ServiceError }, JSON.stringify(given));
    t.is(error.code, "invalid_params");
  }
});

test("200 characters of blanks and semicolons are refused at once (rules/storage 5)", (t) => {
  // With two ways to match each blank, these would hold the event loop until AVA's limit ends the run.
  for (const gap of [";  ", "; \t", ";  a=b  "]) {
    const given = `image/png${gap.repeat(60)}`.slice(0, 199);
    t.throws(() => acceptedType(`${given}"`), { instanceOf: ServiceError }, gap);
  }
  t.is(acceptedType(`image/png${" ; ".repeat(60)}`), "image/png");
});
