import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ExamSlicePicture } from '../../../api/reports/reports.ts';
import type { ViewerLink } from '../../../stage/layout/linked-views.ts';
import { StackLook } from '../../../stage/look/stack-look.ts';
import { useKeptKeyImages } from '../../../stage/look/use-kept-key-images.ts';
import { type KeptMeasurements, useKeptMeasurements } from '../../../stage/look/use-kept-measurements.ts';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import { usePreferences } from '../../../ui/preferences.ts';
import { Below } from '../Below.tsx';
import { ExamFindings } from '../ExamFindings.tsx';
import { ExamKeys } from '../ExamKeys.tsx';
import type { ExamDrawing } from '../exam-drawing.ts';
import {
  firstPlace,
  hasOutlines,
  inOrder,
  marksOfSlice,
  nextFinding,
  type ShownFinding,
  shownSlices,
} from '../exam-marks.ts';
import { imageKeysOf } from '../image-keys.ts';
import { type LoadedSlices, useSliceImages } from '../images/use-slice-images.ts';
import { KeyImageList, notKeptYet } from '../KeyImageList.tsx';
import { MeasurementList, noteOnKeeping } from '../MeasurementList.tsx';
import { StackTools } from '../StackTools.tsx';
import { type PaneTools, StagePane } from '../StagePane.tsx';
import { type ExamFocus, useExamFocus } from '../use-exam-focus.ts';
import { HangingNotes } from './HangingNotes.tsx';
import {
  type Hanging,
  type HangingPart,
  type HangingPlace,
  type HungView,
  isInPart,
  nextPart,
  placeName,
  placeWords,
} from './hang.ts';
import { LinkedPanes } from './linked-panes.ts';
import { furthestHeight, leveled } from './nipple-level.ts';
import { ViewChoice } from './ViewChoice.tsx';
import classes from './Views.module.css';
import { ViewTools } from './ViewTools.tsx';
import { onViewKey, type ViewMoves } from './view-keys.ts';

interface ViewsViewerProps {
  manifest: ModuleManifest;
  exam: StoredExam;
  findings: readonly ShownFinding[];
  pictures: readonly ExamSlicePicture[] | undefined;
  hanging: Hanging;
  onFail: () => Promise<unknown>;
  onPlace: ((place: number) => void) | undefined;
  drawing: ExamDrawing | undefined;
  measured: KeptMeasurements | undefined;
  focus: ExamFocus | undefined;
  /** With another exam beside this one. */
  link: ViewerLink | undefined;
}

/** The views of a mammography, hung back to back, two over two or in a row; on a phone one at a time. */
export function ViewsViewer(props: ViewsViewerProps) {
  const { manifest, exam, findings, pictures, hanging, onFail, onPlace, drawing, measured, focus, link } =
    props;
  const { places } = hanging;
  const [chosen, setChosen] = useState(() => firstPlace(exam));
  const isNarrow = window.matchMedia('(max-width: 767px)').matches;
  const placeOf = (at: number) => places.findIndex(({ shown }) => shown?.at === at);
  const [part, setPart] = useState<HangingPart>(() => (isNarrow ? placeOf(chosen) : 'all'));
  // A view that is shown alone is the one that is read.
  const inPart = places.filter((place, index) => place.shown && isInPart(part, place, index));
  const current = (inPart.find(({ shown }) => shown?.at === chosen) ?? inPart[0])?.shown?.at ?? chosen;
  useEffect(() => {
    onPlace?.(current);
  }, [onPlace, current]);
  const ordered = useMemo(() => inOrder(shownSlices(exam), pictures), [exam, pictures]);
  const images = useSliceImages(ordered, { manifest, place: current, needsAll: true });
  const isPaired = part === 'all' || part === 'CC' || part === 'MLO';
  const level = useLevel(hanging, images, isPaired && link === undefined);
  const [look] = useState(() => new StackLook(link?.window));
  const keys = useMemo(() => imageKeysOf(exam), [exam]);
  useKeptMeasurements(look, measured, keys);
  useKeptKeyImages(look, measured, keys);
  const panes = usePanes(places);
  const goTo = (at: number) => {
    setChosen(at);
    if (inPart.every(({ shown }) => shown?.at !== at))
      setPart(typeof part === 'number' ? placeOf(at) : 'all');
  };
  const show = ({ at }: Pick<ShownFinding, 'at'>) => {
    if (drawing && at !== current) drawing.leave(() => goTo(at));
    else goTo(at);
  };
  useExamFocus(focus, findings, show);
  const moves: ViewMoves = {
    choose: (place) => {
      if (place === 'all' || places[place]?.shown) setPart(part === place ? 'all' : place);
    },
    further: () => setPart(nextPart(places, part)),
    whole: () => panes.whole(),
    finding: (direction) => {
      const next = nextFinding(findings, current, direction);
      if (next) show(next);
    },
  };
  const nameOf = (key: string) => {
    const place = placeOfFile(places, key);
    return place ? placeWords(place) : '';
  };
  const toFile = (key: string) => {
    const at = placeOfFile(places, key)?.shown?.at;
    if (at !== undefined) show({ at });
  };
  return (
    <>
      {drawing ? (
        <>
          {drawing.picture(current)}
          <ViewChoice places={places} at={current} onChoose={(at) => show({ at })} />
        </>
      ) : (
        <>
          <ViewTools {...{ places, part }} onChoose={setPart} />
          <StackTools
            {...{ manifest, link, panes }}
            picture={images.at(current)}
            hasCrosshair={false}
            canChoose={measured?.keyImages.canChoose ?? false}
            current={shownSlices(exam)[current]?.file}
            onKey={(event) => onViewKey(event, moves)}
          >
            {(tools) => (
              <Places
                {...{ exam, findings, images, look, tools, panes, moves, part, current }}
                hanging={level}
                onCurrent={setChosen}
                onRetry={() => void onFail().then(images.retry)}
              />
            )}
          </StackTools>
        </>
      )}
      <Below isCompared={link !== undefined}>
        <HangingNotes hanging={hanging} isLeveled={level !== hanging} />
        <ExamFindings
          {...{ findings }}
          place={current}
          areOutlined={hasOutlines(exam)}
          onShow={show}
          onFinding={moves.finding}
        />
        <MeasurementList
          look={look}
          note={noteOnKeeping(measured, link !== undefined)}
          nameOf={nameOf}
          shown={shownSlices(exam)[current]?.file}
          onShow={toFile}
        />
        <KeyImageList
          look={look}
          note={measured && !measured.isWriting ? notKeptYet : undefined}
          nameOf={nameOf}
          onShow={({ key }) => {
            const place = placeOfFile(places, key);
            if (place) panes.lead(placeName(place));
            toFile(key);
          }}
        />
        {!drawing && <ExamKeys areViews />}
      </Below>
    </>
  );
}

function placeOfFile(places: readonly HangingPlace[], file: string): HangingPlace | undefined {
  return places.find(({ shown }) => shown?.slice.file === file);
}

/** With nipples level once all images are there: they are moved and made smaller once. */
function useLevel(hanging: Hanging, images: LoadedSlices, isPaired: boolean): Hanging {
  const pictures = hanging.places.flatMap(({ shown }) => (shown ? [images.at(shown.at)] : []));
  const isLeveled = isPaired && pictures.every((picture) => picture !== null);
  const heightOf = ({ at, endsAtWall }: HungView) => {
    const picture = images.at(at);
    return picture ? furthestHeight(picture, endsAtWall) : undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: images that are there stay what they are
  return useMemo(() => (isLeveled ? leveled(hanging, heightOf) : hanging), [hanging, isLeveled]);
}

/** Made once; the places are those of the last hanging. */
function usePanes(places: readonly HangingPlace[]): LinkedPanes {
  const newest = useRef(places);
  useEffect(() => {
    newest.current = places;
  });
  const [panes] = useState(
    () => new LinkedPanes((pane) => newest.current.find((place) => placeName(place) === pane)?.shown),
  );
  return panes;
}

interface PlacesProps extends Pick<ViewsViewerProps, 'exam' | 'findings' | 'hanging'> {
  images: LoadedSlices;
  look: StackLook;
  tools: PaneTools;
  panes: LinkedPanes;
  moves: ViewMoves;
  part: HangingPart;
  /** Of the pictures that were read, from 0. */
  current: number;
  onCurrent: (at: number) => void;
  onRetry: () => void;
}

function Places(props: PlacesProps) {
  const { hanging, part, current, onCurrent, panes } = props;
  const list = useFocusKept(part);
  const { hanging: order } = usePreferences();
  return (
    <ul
      ref={list}
      className={classes.views}
      aria-label="Views"
      data-part={part === 'all' ? undefined : typeof part === 'number' ? 'one' : 'two'}
      data-hanging={order}
    >
      {hanging.places.map((place, index) => {
        const { shown } = place;
        if (!isInPart(part, place, index)) return null;
        if (!shown) {
          return (
            <li key={placeWords(place)} className={classes.missing}>
              {`${placeWords(place)} is missing in this exam.`}
            </li>
          );
        }
        const touched = () => {
          panes.lead(placeName(place));
          onCurrent(shown.at);
        };
        return (
          <li
            key={shown.slice.file}
            className={classes.view}
            data-outer={place.side}
            data-current={shown.at === current || undefined}
            onFocus={touched}
            onPointerDownCapture={touched}
            onWheelCapture={touched}
            onDoubleClick={() => props.moves.choose(index)}
          >
            <View {...props} place={place} shown={shown} />
            <span className={classes.name} data-side={place.side} aria-hidden>
              {placeName(place)}
              {!shown.isTold && ' ?'}
              {shown.laying.isMirrored && ' · mirrored'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function View(props: PlacesProps & { place: HangingPlace; shown: HungView }) {
  const { exam, findings, images, look, tools, moves, current, onRetry, place, shown } = props;
  const { slice, laying } = shown;
  return (
    <StagePane
      {...{ tools }}
      picture={images.at(shown.at)}
      place={{ look, key: slice.file, laying }}
      pane={placeName(place)}
      marks={marksOfSlice(exam, slice, findings)}
      label={placeWords(place) + (laying.isMirrored ? ', shown mirrored' : '')}
      isMagnified={shown.at === current}
      onKeyDown={(event) => onViewKey(event, moves)}
      message={
        images.hasFailed ? (
          <StatusLine onRetry={onRetry}>This view could not be loaded.</StatusLine>
        ) : (
          <span role="status">Opening the view…</span>
        )
      }
    />
  );
}

/** A view that is taken away with the focus leaves it to the one that is shown: its keys go on working. */
function useFocusKept(part: HangingPart) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(part);
  useEffect(() => {
    if (before.current === part) return;
    before.current = part;
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[role="group"]')?.focus({ preventScroll: true });
  }, [part]);
  return list;
}
