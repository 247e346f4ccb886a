import type { BrowserContext, Page } from "playwright-core";

/**
 * Records which components React renders from now on, by the class of the first element of each. React reports each commit to its
 * developer tools, also in a build for production. A component that was rendered carries a flag, and one that was skipped keeps
 * its child.
 */
export const noteRenders = async (context: BrowserContext): Promise<void> =>
  void (await context.addInitScript(`(() => {
    const DREW = 1;
    const drawn = (globalThis.drawn = []);
    const classOf = (fiber) => {
      for (let each = fiber; each; each = each.child)
        if (typeof each.type === "string") {
          const { className } = each.stateNode ?? {};
          return each.type + (typeof className === "string" && className ? "." + className : "");
        }
      return "nothing";
    };
    const walk = (fiber, before) => {
      for (; fiber; fiber = fiber.sibling) {
        const old = before === null ? null : fiber.alternate;
        const isComponent = typeof fiber.type === "function" || (typeof fiber.type === "object" && fiber.type !== null);
        if (isComponent && fiber.flags & DREW) drawn.push(classOf(fiber));
        if (old === null || fiber.child !== old.child) walk(fiber.child, old);
      }
    };
    globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
      supportsFiber: true,
      checkDCE: () => undefined,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_, { current }) => {
        if (current.alternate !== null && current.child !== current.alternate.child) walk(current.child, current.alternate);
      },
    };
  })()`));

/** Returns the components that were rendered since the last call. */
export const rendersOf = (page: Page): Promise<string[]> => page.evaluate("drawn.splice(0)");
