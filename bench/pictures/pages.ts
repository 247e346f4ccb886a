import type { Page } from "playwright-core";
import { press, WAIT } from "../../tests/helpers/console-site.js";
import { pagesOfGenerate } from "./generate-pages.js";
import { hold, refuse, type Shown } from "./shown.js";
import type { Studio } from "./studio.js";

const tab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click(WAIT);
const pressed = (name: string | RegExp) => (page: Page) => press(page, name);

/** Returns every page of the console, with its states that look different. */
export const pagesOf = ({
  projectId,
  documentId,
  typeId,
  workflowId,
  fileId,
  compared,
}: Studio): readonly Shown[] => [
  { name: "start", path: "/" },
  { name: "start-new", path: "/", isNew: true },
  {
    name: "start-loading",
    path: "/",
    before: hold(/\/v1\/jobs|\/v1\/generations|\/content\/titles/),
    isUnready: true,
  },
  {
    name: "start-slow",
    path: "/",
    before: hold(/\/content\/titles/),
    act: (page) => page.getByText(/^This takes longer than usual/).waitFor(WAIT),
    isUnready: true,
  },
  { name: "start-failed", path: "/", before: refuse(/\/content\/titles/), isUnready: true },
  ...pagesOfGenerate(compared),
  { name: "library", path: "/app/library", isWindowed: true },
  { name: "library-sound", path: `/app/library?file=${compared.sounds[0].storageIds[0]}` },
  { name: "library-file", path: `/app/library?file=${fileId}` },
  { name: "library-new", path: "/app/library", isNew: true },
  { name: "library-import", path: "/app/library", act: pressed("Import") },
  { name: "workflows", path: "/app/workflows" },
  { name: "workflows-new", path: "/app/workflows", isNew: true },
  { name: "workflow", path: `/app/workflows/${workflowId}` },
  { name: "workflow-runs", path: `/app/workflows/${workflowId}`, act: tab("Runs") },
  { name: "workflow-triggers", path: `/app/workflows/${workflowId}`, act: tab("Triggers") },
  { name: "workflow-run", path: `/app/workflows/${workflowId}`, act: pressed("Run") },
  { name: "content", path: "/app/content", isWindowed: true },
  { name: "content-none", path: "/app/content?type=article&q=nothing%20like%20this" },
  { name: "content-new", path: "/app/content", isNew: true },
  { name: "document", path: `/app/content/documents/${documentId}` },
  { name: "document-languages", path: `/app/content/documents/${documentId}`, act: tab("Languages") },
  { name: "document-history", path: `/app/content/documents/${documentId}`, act: tab("History") },
  {
    name: "document-picture",
    path: `/app/content/documents/${documentId}`,
    act: pressed(/^Replace: Picture/),
  },
  { name: "types", path: "/app/content/types" },
  { name: "type", path: `/app/content/types/${typeId}`, act: pressed("Remove Teaser") },
  { name: "type-new", path: "/app/content/types/new", isNew: true },
  { name: "languages", path: "/app/content/languages" },
  { name: "delivery", path: "/app/content/delivery" },
  { name: "webhooks", path: "/app/content/webhooks" },
  { name: "usage", path: "/app/account" },
  { name: "usage-new", path: "/app/account", isNew: true },
  { name: "credits", path: "/app/account/credits" },
  { name: "keys", path: "/app/account/keys" },
  { name: "key-new", path: "/app/account/keys", act: pressed("New key") },
  { name: "agents", path: "/app/account/agents" },
  { name: "projects", path: "/app/account/projects" },
  { name: "project", path: `/app/account/projects/${projectId}` },
  { name: "activity", path: "/app/account/activity" },
  { name: "operate-health", path: "/app/operate" },
  { name: "operate-accounts", path: "/app/operate/accounts" },
  { name: "operate-models", path: "/app/operate/models" },
  { name: "operate-plugins", path: "/app/operate/plugins" },
  { name: "operate-nodes", path: "/app/operate/nodes" },
  { name: "operate-tasks", path: "/app/operate/tasks" },
  { name: "operate-activity", path: "/app/operate/activity" },
  { name: "find", path: "/app/library", act: (page) => page.keyboard.press("Control+k") },
  { name: "keys-sheet", path: "/app/library", act: (page) => page.keyboard.press("?") },
  { name: "components", path: "/app/components", isUnready: true },
  { name: "not-found", path: "/app/nowhere" },
];
