/**
 * `npm run pictures [-- page …]` takes pictures of the console's pages and states, light and dark, at three widths, of a project
 * of 60 documents, into docs/console/pictures. With names it takes only the pages that have the name or begin with it.
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { startKiln } from "../../start.js";
import { openChromium } from "../../tests/helpers/page-browser.js";
import { makeStudio } from "./studio.js";
import { takeAll, WIDTHS } from "./take.js";

const names = process.argv.slice(2);
const isWanted = (name: string) =>
  names.length === 0 || names.some((one) => name === one || name.startsWith(`${one}-`));
const folder = process.env.KILN_PICTURES ?? join(PACKAGE_ROOT, "docs/console/pictures");
await mkdir(folder, { recursive: true });
execFileSync(process.execPath, [join(PACKAGE_ROOT, "console/build.mjs"), "--strict"], { stdio: "inherit" });
const dataDir = await mkdtemp(join(tmpdir(), "kiln-pictures-"));
try {
  const kiln = await startKiln({
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "fatal",
    DATA_DIR: dataDir,
    PLUGINS_DIR: join(dataDir, "plugins.d"),
    MOCK_PROVIDER: "1",
    ALLOW_PRIVATE_NETWORK: "1",
    SIGNUP_CREDITS: "4800",
  });
  const browser = await openChromium();
  try {
    const studio = await makeStudio(kiln);
    const site = { browser, baseUrl: kiln.host.baseUrl, studio, folder };
    for (const width of WIDTHS) {
      console.log(`${width} px`);
      await Promise.all(
        (["light", "dark"] as const).map((scheme) => takeAll(site, { width, scheme }, isWanted)),
      );
    }
  } finally {
    await browser.close();
    await kiln.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
