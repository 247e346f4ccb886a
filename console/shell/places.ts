import {
  Bot,
  BookOpen,
  Coins,
  FileText,
  FolderOpen,
  House,
  Images,
  type LucideIcon,
  Sparkles,
  Workflow,
} from "lucide-react";

interface Place {
  title: string;
  icon: LucideIcon;
}

/** Pages of the console. */
export const PLACES: readonly (Place & {
  to: "/" | "/app/generate" | "/app/library" | "/app/workflows" | "/app/content";
})[] = [
  { to: "/", title: "Start", icon: House },
  { to: "/app/generate", title: "Generate", icon: Sparkles },
  { to: "/app/library", title: "Library", icon: Images },
  { to: "/app/workflows", title: "Workflows", icon: Workflow },
  { to: "/app/content", title: "Content", icon: FileText },
];

/** Pages that the gateway renders. */
export const PLAIN_PLACES: readonly (Place & { href: string })[] = [
  { href: "/projects", title: "Projects", icon: FolderOpen },
  { href: "/billing", title: "Credits", icon: Coins },
  { href: "/agents", title: "Agents", icon: Bot },
  { href: "/docs", title: "API reference", icon: BookOpen },
];
