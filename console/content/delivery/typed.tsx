import { Copied } from "../../parts/copied.js";

/** Shows the project id and the command that writes TypeScript types for the project. */
export function Typed({ projectId }: { projectId: string }) {
  const command = `KILN_DELIVERY_TOKEN=svc_ct_… bin/kiln types ${projectId} --url ${location.origin} --out kiln-content.ts`;
  return (
    <section className="card delivery-tokens" aria-label="In your program">
      <h2>In your program</h2>
      <div className="field">
        <span className="label">Id of this project</span>
        <Copied name="Id of this project" text={projectId} />
      </div>
      <div className="field">
        <span className="label">Types and a client for TypeScript</span>
        <Copied name="Command that writes types" text={command} />
        <span className="hint">Run it in a clone of Kiln, with a token of yours.</span>
      </div>
    </section>
  );
}
