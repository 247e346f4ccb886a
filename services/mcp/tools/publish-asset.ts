import { publishStorage as contract } from "../../../contracts/storage.js";
import { defineTool } from "../tool.js";

export const publishAsset = defineTool({
  name: "publish_asset",
  title: "Publish an asset",
  description:
    "Makes a stored file readable by everybody, without sign-in, at a permanent publicUrl, for embedding in pages; unpublish: true takes that back, and publicUrl is null. Only the file's owner may do this. Calling it again gives the same publicUrl.",
  contract,
  input: contract.params.extend({
    storageId: contract.params.shape.storageId.describe("Id from list_assets or from a job's results."),
    unpublish: contract.params.shape.unpublish.describe(
      "true ends the publicUrl: nobody may read the file there any more.",
    ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  run: (call, input) => call.call(contract, input),
});
