import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../../ui/preferences.ts';
import { ExamFindings } from '../ExamFindings.tsx';
import { ExamKeys } from '../ExamKeys.tsx';
import examClasses from '../ExamViewer.module.css';
import type { ExamDrawing } from '../exam-drawing.ts';
import {
  firstPlace,
  hasOutlines,
  marksOfSlice,
  nextFinding,
  type ShownFinding,
  shownSlices,
} from '../exam-marks.ts';
import { type ExamFocus, useExamFocus } from '../use-exam-focus.ts';
import { type Hanging, placeWords } from './hang.ts';
import { type HangingState, useHanging } from './use-hanging.ts';
import { ViewChoice } from './ViewChoice.tsx';
import { ViewPane } from './ViewPane.tsx';
import classes from './Views.module.css';
import { ViewTools } from './ViewTools.tsx';

interface ViewsViewerProps {
  exam: StoredExam;
  findings: readonly ShownFinding[];
  hanging: Hanging;
  onFail: () => Promise<unknown>;
  onPlace: ((place: number) => void) | undefined;
  drawing: ExamDrawing | undefined;
  focus: ExamFocus | undefined;
}

/** The views of a mammography, hung back to back, two over two or in a row; on a phone one at a time. */
export function ViewsViewer(props: ViewsViewerProps) {
  const { exam, findings, hanging, onFail, onPlace, drawing, focus } = props;
  const { places } = hanging;
  const [chosen, setChosen] = useState(() => firstPlace(exam));
  const isNarrow = window.matchMedia('(max-width: 767px)').matches;
  const placeOf = (at: number) => places.findIndex(({ shown }) => shown?.at === at);
  const state = useHanging(places, isNarrow ? placeOf(chosen) : null);
  // A view that is shown alone is the one that is read.
  const current = (state.one === null ? undefined : places[state.one]?.shown?.at) ?? chosen;
  useEffect(() => {
    onPlace?.(current);
  }, [onPlace, current]);
  const goTo = (at: number) => {
    setChosen(at);
    if (state.one !== null && placeOf(at) !== state.one) state.choose(placeOf(at));
  };
  const show = ({ at }: Pick<ShownFinding, 'at'>) => {
    if (drawing && at !== current) drawing.leave(() => goTo(at));
    else goTo(at);
  };
  useExamFocus(focus, findings, show);
  const onFinding = (direction: 1 | -1) => {
    const next = nextFinding(findings, current, direction);
    if (next) show(next);
  };
  return (
    <>
      {drawing ? (
        <>
          <ViewChoice places={places} at={current} onChoose={(at) => show({ at })} />
          {drawing.picture(current)}
        </>
      ) : (
        <>
          <ViewTools places={places} state={state} />
          <Places {...{ exam, findings, hanging, state, current, onFinding, onFail }} onCurrent={setChosen} />
        </>
      )}
      <div className={examClasses.below}>
        <Notes hanging={hanging} />
        <ExamFindings
          {...{ findings, onFinding }}
          place={current}
          areOutlined={hasOutlines(exam)}
          onShow={show}
        />
        {!drawing && <ExamKeys areViews />}
      </div>
    </>
  );
}

interface PlacesProps extends Omit<ViewsViewerProps, 'onPlace' | 'drawing' | 'focus'> {
  state: HangingState;
  /** Of the pictures that were read, from 0. */
  current: number;
  onCurrent: (at: number) => void;
  onFinding: (direction: 1 | -1) => void;
}

function Places(props: PlacesProps) {
  const { exam, findings, hanging, state, current, onCurrent, onFinding, onFail } = props;
  const slices = shownSlices(exam);
  const list = useFocusKept(state.one);
  const { hanging: order } = usePreferences();
  return (
    <ul
      ref={list}
      className={classes.views}
      aria-label="Views"
      data-one={state.one === null ? undefined : ''}
      data-hanging={order}
    >
      {hanging.places.map((place, index) => {
        const { shown } = place;
        if (state.one !== null && state.one !== index) return null;
        if (!shown) {
          return (
            <li key={placeWords(place)} className={classes.missing}>
              {`${placeWords(place)} is missing in this exam.`}
            </li>
          );
        }
        const slice = slices[shown.at];
        return (
          <li key={shown.slice.file} onFocus={() => onCurrent(shown.at)}>
            <ViewPane
              {...{ hanging, index, state, onFinding }}
              place={{ ...place, shown }}
              marks={slice ? marksOfSlice(exam, slice, findings) : []}
              isCurrent={shown.at === current}
              onFail={() => void onFail()}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** A view that is taken away with the focus leaves it to the one that is shown: its keys go on working. */
function useFocusKept(one: number | null) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(one);
  useEffect(() => {
    if (before.current === one) return;
    before.current = one;
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[role="group"]')?.focus({ preventScroll: true });
  }, [one]);
  return list;
}

/** What must be known of the hanging: what was told from the pictures, turned over, or has no scale. */
function Notes({ hanging: { places, isScaled } }: { hanging: Hanging }) {
  const named = (of: (shown: NonNullable<(typeof places)[number]['shown']>) => boolean) =>
    places.flatMap((place) => (place.shown && of(place.shown) ? [placeWords(place)] : [])).join(', ');
  const [guessed, mirrored] = [named(({ isTold }) => !isTold), named(({ isMirrored }) => isMirrored)];
  return (
    <>
      {guessed !== '' && (
        <p className={classes.attention}>
          {`Side or view told from the picture, not from the file: ${guessed}. Please check.`}
        </p>
      )}
      {mirrored !== '' && (
        <p className={classes.attention}>
          {`Shown mirrored, since the chest wall lies at the border of the other breast: ${mirrored}.`}
        </p>
      )}
      {!isScaled && (
        <p className={classes.note}>The files do not say how large a pixel is: views are shown by pixels.</p>
      )}
    </>
  );
}
