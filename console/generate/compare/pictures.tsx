import { type CSSProperties, type KeyboardEvent, useState } from "react";
import type { CatalogModel } from "../../queries.js";
import { Caption } from "./caption.js";
import type { Item } from "./items.js";
import { Shot } from "./shot.js";
import { Slider } from "./slider.js";
import { Tools } from "./tools.js";
import { Transport } from "./transport.js";
import { usePointers } from "./use-pointers.js";
import type { PlayingTogether } from "./use-together.js";
import { byKey, type View, WHOLE } from "./view.js";

interface Given {
  items: readonly Item[];
  /** The kind of the first item; undefined until it is read. */
  kind: Item["kind"];
  models: readonly CatalogModel[];
  playing: PlayingTogether;
  isSlider: boolean;
  setSlider: (is: boolean) => void;
  remove: (storageId: string) => void;
}

/** Shows pictures or films in frames of one size, all with the same part in view. */
export function Pictures({ items, kind, models, playing, isSlider, setSlider, remove }: Given) {
  const [view, setView] = useState<View>(WHOLE);
  const pointers = usePointers(setView);
  const { together, heard, hear } = playing;
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = byKey(view, event.key);
    if (event.key === " " && kind === "video")
      (together.now.isPlaying ? () => together.pause() : () => together.play())();
    else if (next !== null) setView(next);
    else return;
    event.preventDefault();
  };
  const shots = items.map((item, at) => (
    <Shot key={item.storageId} item={item} at={at} kind={kind} view={view} playing={playing} />
  ));
  return (
    <>
      <Tools
        view={view}
        setView={setView}
        isSlider={isSlider}
        setSlider={items.length === 2 ? setSlider : null}
      />
      <div
        {...pointers}
        className="stage"
        data-count={isSlider ? 1 : items.length}
        data-enlarged={view.zoom > 1}
        style={{ "--shape": shapeOf(items) } as CSSProperties}
        role="group"
        aria-label="Comparison: plus and minus zoom, arrows move, 0 fits"
        tabIndex={0}
        onKeyDown={press}
      >
        {isSlider ? (
          <Slider below={shots[0]} above={shots[1]} />
        ) : (
          items.map(({ storageId }, at) => (
            <div key={storageId} className="frame" data-frame>
              {shots[at]}
            </div>
          ))
        )}
      </div>
      {kind === "video" && <Transport together={together} count={items.length} heard={heard} hear={hear} />}
      <div className="captions" data-count={items.length}>
        {items.map((item, at) => (
          <Caption key={item.storageId} item={item} at={at} models={models} remove={remove} />
        ))}
      </div>
    </>
  );
}

/** Ratio of width to height while the size of a file is unknown. */
const USUAL_SHAPE = 4 / 3;

/** Returns the ratio of width to height of the tallest item, so that no item needs a taller frame. */
const shapeOf = (items: readonly Item[]): number =>
  Math.min(...items.map(({ file }) => (file?.width && file.height ? file.width / file.height : USUAL_SHAPE)));
