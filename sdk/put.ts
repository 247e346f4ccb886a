import { UnreachableError } from "./kiln-error.js";
import { readError } from "./read-error.js";

/** Bytes, a file, a stream, or a function that opens a new stream for each try. */
export type Source = Blob | Uint8Array | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>);

/** The used part of a browser's XMLHttpRequest, so that this file compiles without browser types. */
interface BrowserRequest {
  readonly upload: { addEventListener(type: "progress", hear: (event: { loaded: number }) => void): void };
  readonly status: number;
  readonly responseText: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  addEventListener(type: "load" | "error" | "abort", hear: () => void): void;
  send(body: Blob | Uint8Array): void;
  abort(): void;
}
const browser = globalThis as { XMLHttpRequest?: new () => BrowserRequest };

export interface Putting {
  contentType: string;
  totalBytes: number;
  signal: AbortSignal | undefined;
  onProgress: (sentBytes: number) => void;
}

/**
 * Sends the bytes to a signed address once. Throws an UnreachableError, or the error of the store's answer.
 */
export function put(url: string, source: Source, putting: Putting): Promise<void> {
  // In browsers, only XMLHttpRequest reports progress, and fetch sends streams over HTTP/2 only.
  const { XMLHttpRequest } = browser;
  return XMLHttpRequest === undefined
    ? putByFetch(url, source, putting)
    : putByXhr(new XMLHttpRequest(), { url, source }, putting);
}

const unreachable = (cause?: unknown): UnreachableError =>
  new UnreachableError("The bytes did not get through.", { status: 0, code: "unreachable", cause });

function streamOf(source: Source): ReadableStream<Uint8Array> {
  if (typeof source === "function") return source();
  if (source instanceof ReadableStream) return source;
  const blob = source instanceof Blob ? source : new Blob([source as Uint8Array<ArrayBuffer>]);
  return blob.stream();
}

async function putByFetch(
  url: string,
  source: Source,
  { contentType, totalBytes, signal, onProgress }: Putting,
): Promise<void> {
  let sent = 0;
  const counted = streamOf(source).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        sent += chunk.byteLength;
        onProgress(sent);
      },
    }),
  );
  const init = {
    method: "PUT",
    headers: { "content-type": contentType, "content-length": String(totalBytes) },
    body: counted,
    duplex: "half" as const,
    ...(signal && { signal }),
  };
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    throw signal?.aborted ? error : unreachable(error);
  }
  const text = await response.text().catch(() => "");
  if (!response.ok) throw readError(response, text);
}

async function putByXhr(
  request: BrowserRequest,
  { url, source }: { url: string; source: Source },
  { contentType, signal, onProgress }: Putting,
): Promise<void> {
  const isWhole = source instanceof Blob || source instanceof Uint8Array;
  const body = isWhole
    ? source
    : await new Response(streamOf(source) as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => request.abort();
    const end = (error?: Error): void => {
      signal?.removeEventListener("abort", stop);
      if (error === undefined) resolve();
      else reject(error);
    };
    request.open("PUT", url);
    request.setRequestHeader("content-type", contentType);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("error", () => end(unreachable()));
    request.addEventListener("abort", () => end(signal?.reason as Error));
    request.addEventListener("load", () => {
      const { status, responseText } = request;
      end(status < 300 ? undefined : readError({ status, headers: new Headers() }, responseText));
    });
    signal?.addEventListener("abort", stop, { once: true });
    request.send(body);
  });
}
