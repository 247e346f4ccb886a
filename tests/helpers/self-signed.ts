import { generateKeyPairSync, sign } from "node:crypto";

/** Encodes a value by the distinguished encoding rules: a tag, the length, the content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const bytes = (...values: number[]) => Buffer.from(values);
const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`));

const ECDSA_SHA256 = sequence(der(0x06, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)));
const COMMON_NAME = der(0x06, bytes(0x55, 0x04, 0x03));
const ALT_NAME = der(0x06, bytes(0x55, 0x1d, 0x11));
const BASIC = der(0x06, bytes(0x55, 0x1d, 0x13));

const pem = (kind: string, body: Buffer) =>
  `-----BEGIN ${kind}-----\n${body.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END ${kind}-----\n`;

/** Makes a certificate for `localhost`, valid for an hour, which is trusted only where it is given as a root. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from("localhost")))));
  const now = Date.now();
  const extensions = der(
    0xa3,
    sequence(
      sequence(ALT_NAME, der(0x04, sequence(der(0x82, Buffer.from("localhost"))))),
      sequence(BASIC, der(0x01, bytes(0xff)), der(0x04, sequence(der(0x01, bytes(0xff))))),
    ),
  );
  const signed = sequence(
    der(0xa0, der(0x02, bytes(2))),
    der(0x02, bytes(1)),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(now - 60_000)), time(new Date(now + 3600_000))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const signature = sign("sha256", signed, privateKey);
  const cert = sequence(signed, ECDSA_SHA256, der(0x03, bytes(0), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem("CERTIFICATE", cert),
  };
}
