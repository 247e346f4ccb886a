import { notFound } from "../../../contracts/errors.js";
import { getStorage as contract } from "../../../contracts/storage.js";
import { agentAsset, presentAssets } from "../present-asset.js";
import { defineTool, LOOKS } from "../tool.js";

export const getAsset = defineTool({
  name: "get_asset",
  title: "Get an asset",
  description:
    "One stored file: name, content type, size, a downloadUrl and, for images and video, a thumbDownloadUrl (both open 24 hours without sign-in), and a permanent libraryUrl. An id that the account cannot read is unknown.",
  contract,
  input: contract.params.extend({
    storageId: contract.params.shape.storageId.describe("Id from list_assets or from a job's results."),
  }),
  output: agentAsset,
  annotations: LOOKS,
  async run(call, { storageId }) {
    const { object } = await call.call(contract, { storageId });
    const [asset] = await presentAssets(call, [object], { thumbs: true });
    if (asset === undefined) throw notFound("Unknown storage object.");
    return asset;
  },
});
