import { windowOf } from "../../services/storage/sign-read-url.js";

/**
 * Asks again where a signing window ended meanwhile: two answers are equal only within one, for the URLs of their files differ
 * from one to the next (rules/storage 17). The server's clock is this process's.
 */
export async function inOneWindow<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const window = windowOf(Date.now());
    const answers = await ask();
    if (windowOf(Date.now()) === window) return answers;
  }
}
