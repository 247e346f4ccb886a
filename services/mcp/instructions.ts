/**
 * Lines of the instructions that an agent reads when it connects. A line with a tool is for credentials that
 * are offered that tool.
 */
const LINES: readonly { tool: string | null; text: string }[] = [
  {
    tool: null,
    text: "Kiln makes images, video and audio with many models and keeps the results. It also holds headless content: types, documents, translations, publishing.",
  },
  {
    tool: "list_projects",
    text: "Work lies in projects: list_projects names them; without projectId a tool works in the account's default project.",
  },
  {
    tool: "generate",
    text: "Work of models costs credits; failed work costs nothing. Read a model's capabilities and pricing with list_models before you call generate.",
  },
  {
    tool: "create_topup_checkout",
    text: "100 credits are 1 US dollar. create_topup_checkout makes a payment link for a person; it moves no money itself.",
  },
  {
    tool: "get_generation",
    text: "Tools that wait return the state reached when waitSeconds is over; that is not a failure: ask again with the matching get tool instead of starting the work twice.",
  },
  {
    tool: "get_asset",
    text: "Files are named by storageId, which never expires; a downloadUrl opens without sign-in for 24 hours.",
  },
  {
    tool: "run_workflow",
    text: "Workflows are saved graphs of such steps: list_workflows (or create_workflow from one of list_workflow_templates), then get_workflow for the inputs that one takes, estimate_workflow for what a run costs, then run_workflow. A run that ended in error is mended with resume_workflow_run, which charges nothing twice.",
  },
  {
    tool: "list_content_types",
    text: "Content: begin with list_content_types, which gives a project's types with their fields, and get_content_settings, which gives its locales; then list_content_documents and get_content_document.",
  },
  {
    tool: "create_content_document",
    text: "To write content: create_content_type where a type is missing; create_content_document and update_content_document save drafts and say in issues what keeps them from being published; publish_content_document, with the document's draftVersion as baseVersion, shows a draft to readers. translate_content_document fills other locales and costs credits.",
  },
  {
    tool: "create_content_delivery_token",
    text: "Websites read published content over REST or GraphQL with a token of create_content_delivery_token, which only the project's owner may make.",
  },
];

/** Returns the instructions of MCP's initialize, only about the tools that are offered. */
export const instructionsFor = (offered: ReadonlySet<string>): string =>
  LINES.filter(({ tool }) => tool === null || offered.has(tool))
    .map(({ text }) => text)
    .join("\n");
