/**
 * The pages of a list, `size` places each, that places lie in or within `ahead` places of: whoever scrolls on meets a page that was asked for.
 * A place that keeps the focus far away does not ask for all between. `end` is how many places there are.
 */
export function pagesNear(
  shown: readonly number[],
  { size, ahead, end }: { size: number; ahead: number; end: number },
): number[] {
  const near = shown.flatMap((index) => [
    Math.max(0, index - ahead),
    index,
    Math.min(end - 1, index + ahead),
  ]);
  return [...new Set(near.map((index) => Math.floor(index / size)))].sort((a, b) => a - b);
}
