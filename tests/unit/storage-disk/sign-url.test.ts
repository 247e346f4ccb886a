import test from "ava";
import fc from "fast-check";
import { UrlSigner } from "../../../plugins/storage/disk/sign-url.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);
const signer = new UrlSigner(Buffer.alloc(32, 1), () => "https://media.example");
const KEY = "3f0c6e0a-0000-4000-8000-000000000000";
const read = { key: KEY, contentType: "image/png", filename: 'a&b="c".png', expiresAt: 1_800_000_000_000 };
const upload = { key: KEY, contentType: "image/png", maxBytes: 1000, expiresAt: 1_800_000_000_000 };

test("a signed URL gives back what it promises (rules/storage 16)", (t) => {
  const url = new URL(signer.read(read));
  t.is(url.origin + url.pathname, `https://media.example/files/${KEY}`);
  t.deepEqual(signer.openRead(KEY, url.searchParams), read);
  t.deepEqual(signer.openUpload(KEY, new URL(signer.upload(upload)).searchParams), upload);
});

test("the same link has the same URL, another deployment another one (rules/storage 17)", (t) => {
  t.is(signer.read(read), signer.read({ ...read }));
  t.not(signer.read(read), new UrlSigner(Buffer.alloc(32, 2), () => "https://media.example").read(read));
});

test("a URL with any part changed, dropped or of the other verb does not open (rules/storage 16)", (t) => {
  for (const [name, value] of [
    ["type", "text/html"],
    ["name", "other.png"],
    ["expires", "1900000000000"],
    ["sig", "AAAA"],
  ] as const) {
    for (const change of [value, null]) {
      const query = new URL(signer.read(read)).searchParams;
      if (change === null) query.delete(name);
      else query.set(name, change);
      t.is(signer.openRead(KEY, query), null, `${name} ${change}`);
    }
  }
  const ticket = new URL(signer.upload(upload)).searchParams;
  t.is(signer.openRead(KEY, ticket), null);
  t.is(signer.openUpload(KEY, new URL(signer.read(read)).searchParams), null);
  t.is(signer.openUpload("another-key", ticket), null);
  ticket.set("max", "1001");
  t.is(signer.openUpload(KEY, ticket), null);
});

test("whatever its name and type, a link opens, and with another signature it does not (rules/storage 16)", (t) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), fc.nat(), (name, contentType, index) => {
      const filename = name.toWellFormed();
      const url = new URL(signer.read({ ...read, filename, contentType }));
      t.deepEqual(signer.openRead(KEY, url.searchParams), { ...read, filename, contentType });
      const signature = Buffer.from(url.searchParams.get("sig") ?? "", "base64url");
      const at = index % signature.length;
      signature.writeUInt8(signature.readUInt8(at) ^ 1, at);
      url.searchParams.set("sig", signature.toString("base64url"));
      t.is(signer.openRead(KEY, url.searchParams), null);
    }),
    { numRuns },
  );
});
