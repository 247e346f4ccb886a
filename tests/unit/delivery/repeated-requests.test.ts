import test from "ava";
import { ParsedRequests, type ParsedRequest } from "../../../services/delivery/rest/read-route.js";
import type { ReadContext } from "../../../services/delivery/serving/read-context.js";

const contextOf = (id: string, revision: number) =>
  ({ project: { id }, model: { revision } }) as unknown as ReadContext;
const requestOf = (modelRevision: number): ParsedRequest => ({
  modelRevision,
  perspective: undefined,
  key: `of ${modelRevision}`,
  responseKeys: {},
  answer: () => Promise.reject(new Error("Nobody asks.")),
});

/** Keeps a request as one that is asked for a second time. */
function keep(requests: ParsedRequests, url: string, context: ReadContext, request: ParsedRequest): void {
  requests.keep(url, context, request);
  requests.keep(url, context, request);
}

test("what was asked once is not kept", (t) => {
  const requests = new ParsedRequests();
  requests.keep("/a", contextOf("a", 1), requestOf(1));
  t.is(requests.get("/a"), undefined);
  requests.keep("/a", contextOf("a", 1), requestOf(1));
  t.is(requests.get("/a")?.modelRevision, 1);
});

test("what was read with other types is forgotten, of its project alone (rules/delivery 12)", (t) => {
  const requests = new ParsedRequests();
  keep(requests, "/a/1", contextOf("a", 1), requestOf(1));
  keep(requests, "/a/2", contextOf("a", 1), requestOf(1));
  keep(requests, "/b/1", contextOf("b", 1), requestOf(1));
  keep(requests, "/a/1", contextOf("a", 2), requestOf(2));
  t.is(requests.get("/a/1")?.modelRevision, 2);
  t.is(requests.get("/a/2"), undefined);
  t.is(requests.get("/b/1")?.modelRevision, 1);
});

test("who holds a request while it is replaced still sees which types it was read with (rules/delivery 12)", (t) => {
  const requests = new ParsedRequests();
  keep(requests, "/a", contextOf("a", 1), requestOf(1));
  const held = requests.get("/a");
  keep(requests, "/a", contextOf("a", 2), requestOf(2));
  t.is(held?.modelRevision, 1);
});
