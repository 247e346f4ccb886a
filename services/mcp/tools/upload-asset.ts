import { importUpload as contract } from "../../../contracts/storage.js";
import { defineTool } from "../tool.js";

export const uploadAsset = defineTool({
  name: "upload_asset",
  title: "Upload an asset from a URL",
  description:
    "Fetches an image, video or audio file from a public https URL into the account's storage and waits until it is there; at most 1 GB, counted in the storage quota. The storageId that it gives can be used as an input of generate. There is no upload of local bytes: the file must be reachable on the public internet. Each call stores another copy.",
  contract,
  input: contract.params.extend({
    url: contract.params.shape.url.describe("https address of the file; redirects are followed."),
    filename: contract.params.shape.filename.describe(
      "File name; left out: the last part of the URL's path.",
    ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  run: (call, input) => call.atEdge(contract, input, "fetching the file"),
});
