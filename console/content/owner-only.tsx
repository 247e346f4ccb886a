import { Lock } from "lucide-react";
import { Empty } from "../parts/states.js";

/** Tells a contributor that only the owner of the project may see and change this. */
export function OwnerOnly({ what, name }: { what: string; name: string }) {
  return (
    <div className="card">
      <Empty icon={Lock} title={`${what} belong to the owner`}>
        <p>
          Only the owner of {name} sees and changes them. Ask the owner, or choose a project of your own
          above.
        </p>
      </Empty>
    </div>
  );
}
