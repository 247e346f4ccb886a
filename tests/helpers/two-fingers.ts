import type { Page } from "playwright-core";

const STEPS = 8;

/** Puts two fingers left and right of `middle` and moves them from `from` to `to` pixels apart. */
export async function twoFingers(
  page: Page,
  middle: { x: number; y: number },
  { from, to }: { from: number; to: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [-1, 1].map((side, id) => ({ id, x: middle.x + (side * apart) / 2, y: middle.y })),
    });
  await touch("touchStart", from);
  for (let step = 1; step <= STEPS; step++) await touch("touchMove", from + ((to - from) * step) / STEPS);
  await touch("touchEnd");
  await session.detach();
}
