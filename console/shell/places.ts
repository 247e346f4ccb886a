import {
  Activity,
  BookOpen,
  Bot,
  Boxes,
  ChartColumn,
  CircleUser,
  Coins,
  FileText,
  FolderOpen,
  HeartPulse,
  House,
  Images,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Plug,
  ScrollText,
  Server,
  ServerCog,
  Sparkles,
  UsersRound,
  Workflow,
} from "lucide-react";

interface Destination<To extends string> {
  to: To;
  title: string;
  icon: LucideIcon;
}

/** The pages of work. */
export const PLACES: readonly Destination<
  "/" | "/app/generate" | "/app/library" | "/app/workflows" | "/app/content"
>[] = [
  { to: "/", title: "Start", icon: House },
  { to: "/app/generate", title: "Generate", icon: Sparkles },
  { to: "/app/library", title: "Library", icon: Images },
  { to: "/app/workflows", title: "Workflows", icon: Workflow },
  { to: "/app/content", title: "Content", icon: FileText },
];

/** The pages of the account; the first one is the page of the area itself. */
export const ACCOUNT_PLACES = [
  { to: "/app/account", title: "Usage", icon: ChartColumn },
  { to: "/app/account/credits", title: "Credits", icon: Coins },
  { to: "/app/account/keys", title: "API keys", icon: KeyRound },
  { to: "/app/account/agents", title: "Agents", icon: Bot },
  { to: "/app/account/projects", title: "Projects", icon: FolderOpen },
  { to: "/app/account/activity", title: "Activity", icon: ScrollText },
] as const satisfies readonly Destination<string>[];

/** The pages for operators. */
export const OPERATE_PLACES = [
  { to: "/app/operate", title: "Health", icon: HeartPulse },
  { to: "/app/operate/accounts", title: "Accounts", icon: UsersRound },
  { to: "/app/operate/models", title: "Models", icon: Boxes },
  { to: "/app/operate/plugins", title: "Plugins", icon: Plug },
  { to: "/app/operate/nodes", title: "Nodes", icon: Server },
  { to: "/app/operate/tasks", title: "Tasks", icon: ListChecks },
  { to: "/app/operate/activity", title: "Activity", icon: Activity },
] as const satisfies readonly Destination<string>[];

/** The areas below the pages of work; the second one is for operators. */
export const AREAS = [
  { to: "/app/account", title: "Account", icon: CircleUser },
  { to: "/app/operate", title: "Operate", icon: ServerCog },
] as const satisfies readonly Destination<string>[];

/** The pages that the gateway renders. */
export const PLAIN_PLACES = [{ href: "/docs", title: "API reference", icon: BookOpen }] as const;
