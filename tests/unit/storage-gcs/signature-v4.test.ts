import { createPublicKey } from "node:crypto";
import test from "ava";
import { refusalOf, type SignedRequest } from "../../stand-ins/gcs/signature-v4.js";

/** Public half of the key that Google's conformance vectors for V4 signed URLs are made with. */
const KEY = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArD8zIqyKLbX0Nq8o0Jj1
qHEhHhqO3+0OP7TEFx5Vxc6PdwBoFNrfnJRI/S+ZaDYS1avr5Pqpp8g8+UNOMvI1
VsjGM8xjTaxkVv8mmKp6pSmQstTt25pzY1exA2wv4xNWSwWNFNx2kh35+kvTQ/DF
3YA9P7pUU1sKur1PP8OoubWLFO59iy5UE5dX0O/3pjvZ2HAhSXsx2VWtB5nlrHR8
FrKJNLJMEGEDSMz9yRfQaUeYCU9oDYHuiqKQ3rCXi6C82l+3FJw5/ggJ5y7iw8ME
rCFSslcYQRbBVz6ZYKWkEcJhs8BG3/16bfaqNusNlDIJ99I7DmipUngF/HEulYhf
rQIDAQAB
-----END PUBLIC KEY-----
`);
const NOW = Date.parse("2019-02-01T09:00:05Z");
const host = "storage.googleapis.com";

const vector = (
  method: string,
  signedHeaders: string,
  headers: Record<string, string>,
  signature: string,
): SignedRequest => ({
  method,
  url: `/test-bucket/test-object?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=test-iam-credentials%40dummy-project-id.iam.gserviceaccount.com%2F20190201%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20190201T090000Z&X-Goog-Expires=10&X-Goog-SignedHeaders=${signedHeaders}&X-Goog-Signature=${signature}`,
  headers: { host, ...headers },
});

const VECTORS: readonly SignedRequest[] = [
  vector(
    "GET",
    "host",
    {},
    "95e6a13d43a1d1962e667f17397f2b80ac9bdd1669210d5e08e0135df9dff4e56113485dbe429ca2266487b9d1796ebdee2d7cf682a6ef3bb9fbb4c351686fba90d7b621cf1c4eb1fdf126460dd25fa0837dfdde0a9fd98662ce60844c458448fb2b352c203d9969cb74efa4bdb742287744a4f2308afa4af0e0773f55e32e92973619249214b97283b2daa14195244444e33f938138d1e5f561088ce8011f4986dda33a556412594db7c12fc40e1ff3f1bedeb7a42f5bcda0b9567f17f65855f65071fabb88ea12371877f3f77f10e1466fff6ff6973b74a933322ff0949ce357e20abe96c3dd5cfab42c9c83e740a4d32b9e11e146f0eb3404d2e975896f74",
  ),
  vector(
    "PUT",
    "host",
    {},
    "8adff1d4285739e31aa68e73767a46bc5511fde377497dbe08481bf5ceb34e29cc9a59921748d8ec3dd4085b7e9b7772a952afedfcdaecb3ae8352275b8b7c867f204e3db85076220a3127a8a9589302fc1181eae13b9b7fe41109ec8cdc93c1e8bac2d7a0cc32a109ca02d06957211326563ab3d3e678a0ba296e298b5fc5e14593c99d444c94724cc4be97015dbff1dca377b508fa0cb7169195de98d0e4ac96c42b918d28c8d92d33e1bd125ce0fb3cd7ad2c45dae65c22628378f6584971b8bf3945b26f2611eb651e9b6a8648970c1ecf386bb71327b082e7296c4e1ee2fc0bdd8983da80af375c817fb1ad491d0bc22c0f51dba0d66e2cffbc90803e47",
  ),
  vector(
    "GET",
    "bar%3Bfoo%3Bhost",
    { foo: "foo-value", bar: "BAR-value" },
    "68ecd3b008328ed30d91e2fe37444ed7b9b03f28ed4424555b5161980531ef87db1c3a5bc0265aad5640af30f96014c94fb2dba7479c41bfe1c020eb90c0c6d387d4dd09d4a5df8b60ea50eb6b01cdd786a1e37020f5f95eb8f9b6cd3f65a1f8a8a65c9fcb61ea662959efd9cd73b683f8d8804ef4d6d9b2852419b013368842731359d7f9e6d1139032ceca75d5e67cee5fd0192ea2125e5f2955d38d3d50cf116f3a52e6a62de77f6207f5b95aaa1d7d0f8a46de89ea72e7ea30f21286318d7eba0142232b0deb3a1dc9e1e812a981c66b5ffda3c6b01a8a9d113155792309fd53a3acfd054ca7776e8eec28c26480cd1e3c812f67f91d14217f39a606669d",
  ),
];

test("the stand-in's verification accepts Google's published vectors of V4 signed URLs", (t) => {
  for (const request of VECTORS) t.is(refusalOf(request, KEY, NOW), null, `${request.method} ${request.url}`);
});

test("it refuses them once anything signed is changed, and when they are late", (t) => {
  for (const request of VECTORS) {
    t.is(refusalOf({ ...request, method: "DELETE" }, KEY, NOW), "SignatureDoesNotMatch");
    t.is(
      refusalOf({ ...request, url: request.url.replace("test-object", "other") }, KEY, NOW),
      "SignatureDoesNotMatch",
    );
    t.is(refusalOf({ ...request, headers: { host: "other" } }, KEY, NOW), "SignatureDoesNotMatch");
    t.is(
      refusalOf({ ...request, url: request.url.replace("Expires=10", "Expires=100") }, KEY, NOW),
      "SignatureDoesNotMatch",
    );
    t.is(refusalOf(request, KEY, NOW + 10_000), "ExpiredToken");
  }
});
