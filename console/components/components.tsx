import { Images, Trash2 } from "lucide-react";
import { KilnError } from "../../sdk/kiln-error.js";
import { standing } from "../generate/position.js";
import { Waveform } from "../generate/waveform.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { JobProgress, Status } from "../parts/status.js";
import { Thumb } from "../parts/thumb.js";
import type { Job } from "../queries.js";
import { useSay } from "../shell/toasts.js";

const JOB = { status: "running", progress: 0.4, queuePosition: null } as Job;
const AWAY = new KilnError("The service is unavailable. Retry later.", { status: 503, code: "unavailable" });
const LOUDNESS = Array.from({ length: 480 }, (_, at) => Math.abs(Math.sin(at / 9) * Math.sin(at / 70)));
const AT_40 = standing(0.4);
const STATUSES = ["queued", "running", "succeeded", "failed", "canceled"] as const;

/** Shows every component in every state, for looking and for screenshots. */
export function Components() {
  const say = useSay();
  return (
    <>
      <header className="page-head">
        <h1>Components</h1>
      </header>
      <div className="states">
        <section>
          <h2>Buttons</h2>
          <div>
            <button type="button" className="button main">
              Main
            </button>
            <button type="button" className="button">
              Second
            </button>
            <button type="button" className="button plain">
              Plain
            </button>
            <button type="button" className="button danger">
              <Trash2 aria-hidden size={16} /> Danger
            </button>
            <button type="button" className="button" aria-pressed>
              Pressed
            </button>
            <button type="button" className="button" disabled>
              Disabled
            </button>
            <button
              type="button"
              className="button"
              onClick={() => say("The file is deleted.", { undo: () => undefined })}
            >
              Say something
            </button>
          </div>
        </section>
        <Fields />
        <section>
          <h2>Status</h2>
          <div>
            {STATUSES.map((status) => (
              <Status key={status} status={status} />
            ))}
            <JobProgress job={JOB} />
            <JobProgress job={{ ...JOB, progress: null }} />
            <JobProgress job={{ ...JOB, status: "queued", progress: null, queuePosition: 3 }} />
          </div>
        </section>
        <section>
          <h2>Tiles</h2>
          <div>
            {["image/png", "video/mp4", "audio/wav", "text/plain"].map((contentType) => (
              <button type="button" className="tile" key={contentType}>
                <Thumb file={{ contentType, url: "" }} />
                <span className="tile-text">
                  <span className="tile-name">{contentType}</span>
                  <span className="soft small">Without a thumbnail</span>
                </span>
              </button>
            ))}
          </div>
        </section>
        <Waveforms />
        <section>
          <h2>Loading, empty, failed</h2>
          <div>
            <Skeletons count={2} className="tile" />
            <Empty icon={Images} title="Nothing is here yet">
              <p>What you generate or upload appears here.</p>
            </Empty>
            <Failed error={AWAY} again={() => undefined} />
          </div>
        </section>
      </div>
    </>
  );
}

function Waveforms() {
  return (
    <section>
      <h2>Waveforms</h2>
      <div>
        {[LOUDNESS, undefined, []].map((peaks, at) => (
          <div className="state-waveform" key={at}>
            <Waveform peaks={peaks} position={AT_40} seek={() => undefined} />
            <span className="soft small">{["Known", "Loading", "Not known"][at]}</span>
          </div>
        ))}
      </div>
    </section>
  );
}

function Fields() {
  return (
    <section>
      <h2>Fields</h2>
      <div>
        <div className="field">
          <label htmlFor="c-text">Text</label>
          <input id="c-text" className="input" defaultValue="A kiln at dusk" />
          <span className="hint">Up to 200 characters</span>
        </div>
        <div className="field">
          <label htmlFor="c-wrong">Wrong</label>
          <input
            id="c-wrong"
            className="input"
            aria-invalid
            defaultValue="ftp://"
            aria-describedby="c-wrong-why"
          />
          <span className="wrong" id="c-wrong-why">
            The address must begin with https
          </span>
        </div>
        <div className="field">
          <label htmlFor="c-off">Disabled</label>
          <input id="c-off" className="input" disabled defaultValue="Not now" />
        </div>
        <fieldset className="field">
          <legend>Choice</legend>
          <div className="choices">
            {["1:1", "16:9", "9:16"].map((one) => (
              <label key={one}>
                <input type="radio" className="unseen" name="c-ratio" defaultChecked={one === "1:1"} /> {one}
              </label>
            ))}
          </div>
        </fieldset>
        <label className="check">
          <input type="checkbox" defaultChecked /> With sound
        </label>
      </div>
    </section>
  );
}
