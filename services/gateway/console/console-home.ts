import { pageBody, type Page, pageStyle } from "../../../runtime/http/pages/frame.js";
import type { Host } from "../../../runtime/process/host.js";
import { forDeployment } from "./for-deployment.js";
import { readConsole } from "./read-console.js";

/**
 * Returns a function that puts a page into the console's document, for browsers without scripts; null where
 * no console was built.
 */
export function consoleHome(host: Pick<Host, "config">): ((page: Page) => string) | null {
  const built = readConsole();
  if (built === null) return null;
  const [beforeHead = "", afterHead = ""] = forDeployment(built.document, host).split("</head>");
  const [beforePage = "", rest = ""] = afterHead.split("<noscript>");
  const [, afterPage = ""] = rest.split("</noscript>");
  return (page) =>
    `${beforeHead}<noscript>${pageStyle().text}</noscript></head>${beforePage}<noscript>${pageBody(page).text}</noscript>${afterPage}`;
}
