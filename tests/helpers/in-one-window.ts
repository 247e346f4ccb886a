import { windowOf } from "../../services/storage/sign-read-url.js";

/**
 * Asks again where a signing window ended in between. Two answers are equal only within one window, because the signed URLs of
 * files change with it (rules/storage 17). The server's clock is that of this process.
 */
export async function inOneWindow<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const window = windowOf(Date.now());
    const answers = await ask();
    if (windowOf(Date.now()) === window) return answers;
  }
}
