import { createDeliveryToken as contract } from "../../../../contracts/delivery-tokens.js";
import { projectOf, projectParam } from "../../project-of.js";
import { defineTool } from "../../tool.js";

export const createContentDeliveryToken = defineTool({
  name: "create_content_delivery_token",
  title: "Create a delivery token",
  description:
    "Makes a token with which a website reads the project's content, and nothing else. The secret is in this answer only: hand it on, do not lose it. mode preview also reads drafts. Only the project's owner may; 20 tokens at most.",
  contract,
  input: contract.params.extend({
    projectId: projectParam,
    name: contract.params.shape.name.describe("Purpose of the token, 1 to 200 characters."),
    mode: contract.params.shape.mode.describe(
      "published reads what is published; preview also reads drafts. Default published.",
    ),
  }),
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  run: async (call, { projectId, ...token }) =>
    call.call(contract, { ...token, projectId: await projectOf(call, projectId) }),
});
