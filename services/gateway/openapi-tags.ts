interface Tag {
  name: string;
  /** The beginnings of its routes; `*` is one segment. */
  paths: readonly string[];
}

/** The headings of the reference, in its order. A route belongs to the longest path that is its beginning. */
const TAGS: readonly Tag[] = [
  { name: "Models", paths: ["/v1/models"] },
  { name: "Generations", paths: ["/v1/generations", "/v1/estimates"] },
  { name: "Events", paths: ["/v1/events"] },
  { name: "Applications", paths: ["/v1/applications"] },
  { name: "Files and storage", paths: ["/v1/uploads", "/v1/storage", "/v1/projects/*/storage"] },
  { name: "Transcriptions", paths: ["/v1/transcriptions"] },
  {
    name: "Workflows and runs",
    paths: ["/v1/workflows", "/v1/workflow-triggers", "/v1/workflow-templates", "/v1/workflow-node-types"],
  },
  { name: "Projects", paths: ["/v1/projects", "/v1/project-invites"] },
  { name: "Content management", paths: ["/v1/projects/*/content", "/v1/content"] },
  {
    name: "Content translation",
    paths: ["/v1/projects/*/content/translation-jobs", "/v1/content/translation-jobs"],
  },
  { name: "Content webhooks", paths: ["/v1/projects/*/content/webhooks", "/v1/content/webhooks"] },
  {
    name: "Content delivery",
    paths: ["/v1/content/{projectId}", "/v1/projects/*/content/tokens", "/v1/content/tokens"],
  },
  { name: "Account, plans and usage", paths: ["/v1/account", "/v1/audit", "/v1/plans", "/v1/usage"] },
  { name: "Billing", paths: ["/v1/billing", "/checkout"] },
  { name: "API keys", paths: ["/v1/api-keys"] },
  { name: "Connected agents", paths: ["/v1/oauth"] },
  { name: "Signing in", paths: ["/v1/auth"] },
  { name: "GraphQL", paths: ["/v1/graphql"] },
  { name: "Health", paths: ["/v1/health"] },
  { name: "Operators", paths: ["/v1/admin"] },
  { name: "Services of plugins", paths: ["/v1/p"] },
];

/** Returns the heading of a route by its path in OpenAPI's form. Throws for a path without a heading. */
export function tagOf(path: string): string {
  const segments = path.split("/");
  let found: { name: string; length: number } | null = null;
  for (const { name, paths } of TAGS) {
    for (const start of paths) {
      const wanted = start.split("/");
      const isStart = wanted.every((segment, at) => segment === "*" || segment === segments[at]);
      if (isStart && wanted.length > (found?.length ?? 0)) found = { name, length: wanted.length };
    }
  }
  if (found === null) throw new Error(`${path} has no heading in services/gateway/openapi-tags.ts.`);
  return found.name;
}

/** Returns the headings that have routes, in the order of the reference. */
export const tagsOf = (paths: readonly string[]): { name: string }[] => {
  const used = new Set(paths.map(tagOf));
  return TAGS.filter(({ name }) => used.has(name)).map(({ name }) => ({ name }));
};
