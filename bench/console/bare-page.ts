import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

/** Layout of a long list of the console: the size of an item in pixels, and the number of items beside each other. */
export interface Shape {
  width: number;
  height: number;
  columns: number;
  /** Distances from an item to the next one beside it, and below it. */
  across: number;
  down: number;
  left: number;
}

/** Returns the layout of a list whose items have a position in it. */
export const shapeOf = (page: Page): Promise<Shape> =>
  page.evaluate(`(() => {
    const boxes = [...document.querySelectorAll("main [aria-posinset]")]
      .map((each) => each.getBoundingClientRect())
      .sort((one, other) => one.top - other.top || one.left - other.left);
    const [first] = boxes;
    const row = boxes.filter(({ top }) => top === first.top);
    const below = boxes.find(({ top }) => top > first.top);
    return {
      width: first.width,
      height: first.height,
      columns: row.length,
      across: row.length > 1 ? row[1].left - first.left : first.width,
      down: below.top - first.top,
      left: first.left,
    };
  })()`);

/** Height of the page in pixels, more than the page is scrolled between two jumps. */
const LENGTH = 100_000;

/**
 * Serves a page as long as many windows, with boxes of that layout, their text and their pictures, and no script: the cost of
 * scrolling on this machine, whatever a page does. Each picture has an address of its own, as each file has. Without pictures the
 * boxes have text only.
 */
export async function serveBarePage(
  shape: Shape,
  pictures: readonly Buffer[],
): Promise<{ url: string; close: () => Promise<void> }> {
  const html = bareHtml(shape, pictures.length > 0);
  const server = createServer((request, response) => {
    const picture = pictures[Number(/^\/(\d+)$/.exec(request.url ?? "")?.[1]) % pictures.length];
    response.setHeader("content-type", picture === undefined ? "text/html; charset=utf-8" : "image/webp");
    response.end(picture ?? html);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function bareHtml({ width, height, columns, across, down, left }: Shape, hasPictures: boolean): string {
  const count = Math.ceil(LENGTH / down) * columns;
  const boxes = Array.from({ length: count }, (_, at) => {
    const place = `left:${left + (at % columns) * across}px;top:${Math.floor(at / columns) * down}px`;
    const picture = hasPictures ? `<img src="/${at}" alt="" loading="lazy" decoding="async">` : "";
    return `<li style="${place}">${picture}<b>Number ${at}</b><small>5 minutes ago, 200 KB</small></li>`;
  });
  return `<!doctype html><title>Bare page</title><style>
    body { margin: 0; font: 15px/1.5 system-ui, sans-serif }
    ul { position: relative; height: ${LENGTH}px; margin: 0; padding: 0; list-style: none }
    li { position: absolute; box-sizing: border-box; overflow: hidden; contain: layout size style;
      width: ${width}px; height: ${height}px; border: 1px solid #ddd; border-radius: 12px; background: #fff }
    img { display: block; width: 100%; height: ${height - 68}px; object-fit: cover }
    b, small { display: block; padding: 0 12px }
  </style><ul>${boxes.join("")}</ul>`;
}
