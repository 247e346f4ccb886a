import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from "@tanstack/react-router";
import { readFilter } from "./content/documents/filter.js";
import { KINDS, type MediaFilter } from "./library/filter.js";
import { NotHere } from "./parts/states.js";
import type { MediaKind } from "./queries.js";
import { Shell } from "./shell/shell.js";
import { Start } from "./start/start.js";

/** The address of Generate: a model, or a source file and its kind. */
interface GenerateSearch {
  model?: string;
  input?: string;
  kind?: MediaKind;
}

/**
 * The address of a comparison: its results as in generate/compare/choice.ts, and the view with the slider.
 */
interface CompareSearch {
  of?: string;
  as?: "slider";
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotHere });

const start = createRoute({ getParentRoute: () => root, path: "/", component: Start });
const app = createRoute({
  getParentRoute: () => root,
  path: "/app",
  component: () => <Navigate to="/" replace />,
});
const generate = createRoute({
  getParentRoute: () => root,
  path: "/app/generate",
  validateSearch: ({ model, input, kind }: Record<string, unknown>): GenerateSearch => ({
    ...(typeof model === "string" && { model }),
    ...(typeof input === "string" && { input }),
    ...(KINDS.some((one) => one === kind) && { kind: kind as MediaKind }),
  }),
  component: lazyRouteComponent(() => import("./generate/generate.js"), "Generate"),
});
const compare = createRoute({
  getParentRoute: () => root,
  path: "/app/generate/compare",
  validateSearch: ({ of, as }: Record<string, unknown>): CompareSearch => ({
    ...(typeof of === "string" && { of }),
    ...(as === "slider" && { as }),
  }),
  component: lazyRouteComponent(() => import("./generate/compare/page.js"), "ComparePage"),
});
const library = createRoute({
  getParentRoute: () => root,
  path: "/app/library",
  validateSearch: ({ kind, sort, file }: Record<string, unknown>): MediaFilter => ({
    ...(KINDS.some((one) => one === kind) && { kind: kind as NonNullable<MediaFilter["kind"]> }),
    ...(sort === "size" && { sort }),
    ...(typeof file === "string" && { file }),
  }),
  component: lazyRouteComponent(() => import("./library/library.js"), "Library"),
});
const workflows = createRoute({
  getParentRoute: () => root,
  path: "/app/workflows",
  component: lazyRouteComponent(() => import("./workflows/list.js"), "Workflows"),
});
const workflow = createRoute({
  getParentRoute: () => root,
  path: "/app/workflows/$id",
  component: lazyRouteComponent(() => import("./workflows/page.js"), "WorkflowPage"),
});
const documents = createRoute({
  getParentRoute: () => root,
  path: "/app/content",
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import("./content/documents/page.js"), "Documents"),
});
const document = createRoute({
  getParentRoute: () => root,
  path: "/app/content/documents/$id",
  component: lazyRouteComponent(() => import("./content/editor/page.js"), "DocumentPage"),
});
const types = createRoute({
  getParentRoute: () => root,
  path: "/app/content/types",
  component: lazyRouteComponent(() => import("./content/types/list.js"), "Types"),
});
const type = createRoute({
  getParentRoute: () => root,
  path: "/app/content/types/$id",
  component: lazyRouteComponent(() => import("./content/types/page.js"), "TypePage"),
});
const languages = createRoute({
  getParentRoute: () => root,
  path: "/app/content/languages",
  // The document from which the person came to add a language.
  validateSearch: ({ document }: Record<string, unknown>): { document?: string } =>
    typeof document === "string" ? { document } : {},
  component: lazyRouteComponent(() => import("./content/languages/page.js"), "Languages"),
});
const delivery = createRoute({
  getParentRoute: () => root,
  path: "/app/content/delivery",
  component: lazyRouteComponent(() => import("./content/delivery/page.js"), "Delivery"),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: "/app/content/webhooks",
  component: lazyRouteComponent(() => import("./content/webhooks/page.js"), "Webhooks"),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: "/app/account",
  component: lazyRouteComponent(() => import("./account/usage/page.js"), "Usage"),
});
const accountCredits = createRoute({
  getParentRoute: () => root,
  path: "/app/account/credits",
  component: lazyRouteComponent(() => import("./account/credits/page.js"), "CreditsPage"),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: "/app/account/keys",
  component: lazyRouteComponent(() => import("./account/keys/page.js"), "Keys"),
});
const agents = createRoute({
  getParentRoute: () => root,
  path: "/app/account/agents",
  component: lazyRouteComponent(() => import("./account/agents/page.js"), "Agents"),
});
const ownProjects = createRoute({
  getParentRoute: () => root,
  path: "/app/account/projects",
  validateSearch: ({ invite }: Record<string, unknown>): { invite?: true } =>
    invite === true ? { invite } : {},
  component: lazyRouteComponent(() => import("./account/projects/page.js"), "Projects"),
});
const project = createRoute({
  getParentRoute: () => root,
  path: "/app/account/projects/$id",
  component: lazyRouteComponent(() => import("./account/projects/project.js"), "ProjectPage"),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: "/app/account/activity",
  component: lazyRouteComponent(() => import("./account/activity/page.js"), "Activity"),
});
const health = createRoute({
  getParentRoute: () => root,
  path: "/app/operate",
  component: lazyRouteComponent(() => import("./operate/health.js"), "Health"),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: "/app/operate/accounts",
  component: lazyRouteComponent(() => import("./operate/accounts.js"), "Accounts"),
});
const allModels = createRoute({
  getParentRoute: () => root,
  path: "/app/operate/models",
  component: lazyRouteComponent(() => import("./operate/models.js"), "Models"),
});
const plugins = createRoute({
  getParentRoute: () => root,
  path: "/app/operate/plugins",
  component: lazyRouteComponent(() => import("./operate/plugins.js"), "Plugins"),
});
const nodes = createRoute({
  getParentRoute: () => root,
  path: "/app/operate/nodes",
  component: lazyRouteComponent(() => import("./operate/nodes.js"), "Nodes"),
});
const tasks = createRoute({
  getParentRoute: () => root,
  path: "/app/operate/tasks",
  component: lazyRouteComponent(() => import("./operate/tasks.js"), "Tasks"),
});
const allActivity = createRoute({
  getParentRoute: () => root,
  path: "/app/operate/activity",
  component: lazyRouteComponent(() => import("./operate/activity.js"), "AllActivity"),
});
const components = createRoute({
  getParentRoute: () => root,
  path: "/app/components",
  component: lazyRouteComponent(() => import("./components/components.js"), "Components"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    app,
    generate,
    compare,
    library,
    workflows,
    workflow,
    documents,
    document,
    types,
    type,
    languages,
    delivery,
    webhooks,
    usage,
    accountCredits,
    keys,
    agents,
    ownProjects,
    project,
    activity,
    health,
    accounts,
    allModels,
    plugins,
    nodes,
    tasks,
    allActivity,
    components,
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
