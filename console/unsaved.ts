/** Milliseconds that leaving a page waits for the last changes to be sent. */
const LEAVE_MS = 3_000;

/** The question before a page with unsaved work is left. */
export interface Question {
  title: string;
  text?: string;
}

/** A part of the page that may have what the service does not have. */
export interface Holder {
  isDirty: () => boolean;
  /** Sends everything and returns whether the service has it. Without it only the person's button sends. */
  send?: () => Promise<boolean>;
  /** What leaving the page asks; without it only an ended session is kept from leaving the page. */
  question?: Question;
}

interface Asked {
  question: Question;
  answer: (isLeft: boolean) => void;
}

const holders = new Set<Holder>();
const listeners = new Set<() => void>();
let asked: Asked | null = null;

/** Notes a part of the page, until the returned function is called. */
export function hold(holder: Holder): () => void {
  holders.add(holder);
  return () => void holders.delete(holder);
}

/** Tells whether something on the page would be lost with the page. */
export const hasUnsaved = (): boolean => [...holders].some(({ isDirty }) => isDirty());

/** Tells whether closing the tab has to be confirmed. */
export const isLeavingAsked = (): boolean =>
  [...holders].some(({ question, isDirty }) => question !== undefined && isDirty());

/** Sends what can be sent, and asks the person if something is left. Returns whether the page may be left. */
export async function mayLeave(): Promise<boolean> {
  for (const holder of holders) {
    const { question } = holder;
    if (question === undefined || !holder.isDirty() || (await isSent(holder))) continue;
    if (!(await ask(question))) return false;
    // One answer is about the whole page.
    return true;
  }
  return true;
}

async function isSent({ send, isDirty }: Holder): Promise<boolean> {
  if (send === undefined) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LEAVE_MS);
  });
  const isDone = await Promise.race([send().catch(() => false), late]);
  clearTimeout(timer);
  return isDone && !isDirty();
}

function ask(question: Question): Promise<boolean> {
  // A second way out takes the place of the first one, which then stays.
  asked?.answer(false);
  return new Promise((resolve) => {
    const mine: Asked = {
      question,
      answer: (isLeft) => {
        if (asked === mine) show(null);
        resolve(isLeft);
      },
    };
    show(mine);
  });
}

function show(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Returns the question that waits for an answer, or null. */
export const openQuestion = (): Asked | null => asked;

/** Calls back whenever `openQuestion` changes, until the returned function is called. */
export function whenAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
