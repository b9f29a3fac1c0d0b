import { Button } from '@mantine/core';
import type { MaskBox } from '@second-read/contract/analyses';
import { capitalized } from '@second-read/core/report/sentences';
import { type ReactNode, useState } from 'react';
import type { SliceNoun } from '../../../stage/layout/slices.ts';
import { MaskEditor } from '../../../ui/masks/MaskEditor.tsx';
import type { BatchSlice } from '../run/batch-order.ts';
import classes from './StartBatch.module.css';
import { boxesOf, type SeriesText } from './series-text.ts';
import { textWords } from './text-words.ts';

interface BatchTextProps {
  text: SeriesText;
  slices: readonly BatchSlice[];
  noun: SliceNoun;
  isOneSize: boolean;
  /** The button that leaves the series unsent. */
  notNow: ReactNode;
  onStart: (masks: readonly MaskBox[]) => void;
}

/**
 * What is known of text in the series, and the choice to hide it in every slice or to read them as they are.
 */
export function BatchText({ text, slices, noun, isOneSize, notNow, onStart }: BatchTextProps) {
  const { pictures } = text;
  const [boxes, setBoxes] = useState<readonly MaskBox[]>(() => boxesOf(pictures));
  const [shown, setShown] = useState(0);
  const picture = pictures[shown];
  // What is deflated says it to the server alone.
  const stated = Math.max(
    slices.filter(({ saysBurnedIn }) => saysBurnedIn).length,
    pictures.filter((each) => each.stated).length,
  );
  const isText = stated > 0 || pictures.length > 0;
  const fits = isOneSize && new Set(pictures.map(({ width, height }) => `${width} ${height}`)).size <= 1;
  const asTheyAre = (
    <Button variant={isText ? 'default' : 'filled'} onClick={() => onStart([])}>
      {isText ? 'Analyze as is' : 'Start'}
    </Button>
  );
  return (
    <>
      <p role="status" className={classes.text} data-attention={isText || undefined}>
        {textWords(text, { stated, count: slices.length, noun })}
        {picture &&
          fits &&
          ` “Mask and start” blacks out the boxes in every ${noun} before anything is stored.`}
        {picture && !fits && ` The ${noun}s differ in size, so boxes drawn on one do not fit another.`}
      </p>
      {picture && fits ? (
        <>
          {pictures.length > 1 && (
            // biome-ignore lint/a11y/useSemanticElements: buttons that show a picture, no field of a form
            <div role="group" aria-label={`Shown ${noun}`} className={classes.shown}>
              {pictures.map(({ slice }, at) => (
                <Button
                  key={slice}
                  size="compact-sm"
                  variant={at === shown ? 'light' : 'default'}
                  aria-pressed={at === shown}
                  onClick={() => setShown(at)}
                >
                  {`${capitalized(noun)} ${slice.toLocaleString('en')}`}
                </Button>
              ))}
            </div>
          )}
          <MaskEditor picture={picture} boxes={boxes} onBoxes={setBoxes}>
            {notNow}
            {asTheyAre}
            <Button disabled={boxes.length === 0} onClick={() => onStart(boxes)}>
              Mask and start
            </Button>
          </MaskEditor>
        </>
      ) : (
        <div className={classes.actions}>
          {notNow}
          {asTheyAre}
        </div>
      )}
    </>
  );
}
