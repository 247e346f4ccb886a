import { useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSay } from "../shell/toasts.js";
import type { Sent } from "./sharing.js";

export type Sending = ReturnType<typeof useSending>;

/**
 * Returns the mutation that sends a file. If the window is closed before the end, a toast reports the end and
 * offers Undo.
 */
export function useSending(noun: string) {
  const client = useQueryClient();
  const say = useSay();
  const takeBack = useTakeBack(noun);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return useMutation({
    mutationFn: (put: () => Promise<Sent>) => put(),
    onSettled: () => refresh(client),
    onSuccess: (sent) => {
      if (!isClosed.current) return;
      const { undo } = sent;
      say(
        whereIs(noun, sent),
        undo === null
          ? undefined
          : { undo: () => void takeBack(sent).catch((error: Error) => say(error.message)) },
      );
    },
    onError: ({ message }) => {
      if (isClosed.current) say(`The ${noun} was not sent. ${message}`);
    },
  });
}

/** Returns a function that takes a sent file back and reports it. */
export function useTakeBack(noun: string) {
  const client = useQueryClient();
  const say = useSay();
  return async ({ into, undo, isShared }: Sent): Promise<void> => {
    await undo?.();
    refresh(client);
    const rest = isShared ? ` The project still has the ${noun} in its library.` : "";
    say(`The ${noun} was removed from ${into}.${rest}`);
  };
}

export const whereIs = (noun: string, { into, undo }: Sent): string =>
  undo === null ? `The ${noun} was already in ${into}.` : `The ${noun} is in ${into}.`;

/** Reads the lists again that may show the file. */
function refresh(client: ReturnType<typeof useQueryClient>): void {
  for (const key of ["documents", "document", "content-types", "workflows", "workflow", "media"])
    void client.invalidateQueries({ queryKey: [key] });
}
