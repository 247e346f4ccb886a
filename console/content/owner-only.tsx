import { Lock } from "lucide-react";
import { Empty } from "../parts/states.js";

/** What a contributor sees where only the owner of the project may do something. */
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
