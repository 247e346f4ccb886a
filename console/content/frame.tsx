import type { ReactNode } from "react";
import { Area, type Part } from "../parts/area.js";
import "./content.css";

const PARTS: readonly Part[] = [
  { to: "/app/content", title: "Documents" },
  { to: "/app/content/types", title: "Types" },
  { to: "/app/content/languages", title: "Languages" },
  { to: "/app/content/delivery", title: "Delivery" },
  { to: "/app/content/webhooks", title: "Webhooks" },
];

interface Given {
  title: string;
  /** The most frequent action of the page. */
  act?: ReactNode;
  children: ReactNode;
}

/** Shows the frame around every list of content. */
export const Frame = (given: Given) => <Area label="Content" parts={PARTS} {...given} />;
