import { resolve } from "node:path";
import type { EdgeRoute } from "../../../runtime/http/edge.js";
import { definePlugin } from "../../kit/define-plugin.js";
import { cleanFolder } from "./clean-folder.js";
import type { Disk } from "./disk.js";
import { DiskDriver } from "./disk-driver.js";
import { Folder } from "./folder.js";
import { getFile } from "./get-file.js";
import { NewestUploads } from "./newest-uploads.js";
import { putFile } from "./put-file.js";
import { FILES, UrlSigner } from "./sign-url.js";
import { reasonOf } from "../../../runtime/errors/reason-of.js";

const CLEAN_EVERY_MS = 3600_000;

/** Media in a folder of this machine or a shared one (`STORAGE_URL=disk:/path`); it serves its signed URLs itself. */
export default definePlugin({
  name: "storage-disk",
  version: "1.0.0",
  provides: {
    storageDriver: {
      scheme: "disk",
      async open(url, host) {
        const folder = new Folder(resolve(decodeURIComponent(url.pathname)));
        await folder.prepare();
        const clean = () =>
          cleanFolder(folder, Date.now()).catch((error: unknown) =>
            host.log.warn(`the media folder could not be cleaned: ${reasonOf(error)}`),
          );
        await clean();
        const timer = setInterval(() => void clean(), CLEAN_EVERY_MS).unref();
        // The origin is known only once the port is.
        const signer = new UrlSigner(host.deriveKey("storage.urls"), () => host.baseUrl);
        const driver = new DiskDriver(folder, signer, () => clearInterval(timer));
        const disk: Disk = { driver, folder, signer, uploads: new NewestUploads(), log: host.log };
        const path = `${FILES}/:key`;
        const edge: readonly EdgeRoute[] = [
          { methods: ["GET", "HEAD"], path, handle: (request) => getFile(request, disk) },
          { methods: ["PUT"], path, handle: (request) => putFile(request, disk) },
        ];
        return { driver, edge };
      },
    },
  },
});
