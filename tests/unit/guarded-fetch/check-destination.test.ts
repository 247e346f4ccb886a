import test from "ava";
import {
  checkDestination,
  GuardedFetchError,
  PUBLIC_NETWORK,
} from "../../../runtime/http/guarded-fetch/index.js";

const to =
  (...addresses: string[]) =>
  async () =>
    addresses;

test("a kept address is looked up: one private address among public ones refuses it (rules/running 28)", async (t) => {
  await t.notThrowsAsync(checkDestination("https://ok.example/a", PUBLIC_NETWORK, to("93.184.215.14")));
  for (const resolve of [to("10.0.0.1"), to("93.184.215.14", "127.0.0.1"), to("::1"), to("fd00::1")]) {
    const error = await t.throwsAsync(checkDestination("https://bad.example/a", PUBLIC_NETWORK, resolve), {
      instanceOf: GuardedFetchError,
    });
    t.is(error.reason, "refused");
  }
});

test("a name that has no address, or that nobody knows, is unreachable (rules/storage 22)", async (t) => {
  for (const resolve of [to(), () => Promise.reject(new Error("ENOTFOUND"))]) {
    const error = await t.throwsAsync(checkDestination("https://no.example/a", PUBLIC_NETWORK, resolve), {
      instanceOf: GuardedFetchError,
    });
    t.is(error.reason, "unreachable");
  }
});

test("what is refused as it stands is not looked up", async (t) => {
  const resolve = async () => {
    t.fail();
    return [];
  };
  for (const url of [
    "http://ok.example/",
    "https://localhost/",
    "https://10.0.0.1/",
    "https://a@ok.example/",
    "x",
  ])
    await t.throwsAsync(
      checkDestination(url, PUBLIC_NETWORK, resolve),
      { instanceOf: GuardedFetchError },
      url,
    );
});
