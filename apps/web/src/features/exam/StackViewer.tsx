import { useMediaQuery } from '@mantine/hooks';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam, StoredSlice } from '@second-read/core/exam/stored-exam';
import { imageWords } from '@second-read/core/report/part-of';
import { useEffect, useMemo, useState } from 'react';
import type { ExamSlicePicture } from '../../api/reports/reports.ts';
import type { ViewerLink } from '../../stage/layout/linked-views.ts';
import { StackLook } from '../../stage/look/stack-look.ts';
import { useKeptKeyImages } from '../../stage/look/use-kept-key-images.ts';
import { type KeptMeasurements, useKeptMeasurements } from '../../stage/look/use-kept-measurements.ts';
import { Below } from './Below.tsx';
import { ExamFindings } from './ExamFindings.tsx';
import { ExamKeys } from './ExamKeys.tsx';
import type { ExamDrawing } from './exam-drawing.ts';
import { type ExamMoves, onExamKey } from './exam-keys.ts';
import {
  firstPlace,
  hasOutlines,
  inOrder,
  nextFinding,
  type ShownFinding,
  shownSlices,
} from './exam-marks.ts';
import { imageKeysOf } from './image-keys.ts';
import { useSliceImages } from './images/use-slice-images.ts';
import { KeyImageList, notKeptYet } from './KeyImageList.tsx';
import { KeySlices } from './KeySlices.tsx';
import { MeasurementList, noteOnKeeping } from './MeasurementList.tsx';
import { examVolume } from './planes/exam-volume.ts';
import classes from './planes/Planes.module.css';
import { PlaneTools, planeWords, slabWords } from './planes/PlaneTools.tsx';
import { planeOfKey } from './planes/plane-key.ts';
import { middleOf, nextOf, type Planes, projections, slabs, usePlanes } from './planes/use-planes.ts';
import { Rail } from './Rail.tsx';
import { StackPicture } from './StackPicture.tsx';
import { StackTools } from './StackTools.tsx';
import { type ExamFocus, useExamFocus } from './use-exam-focus.ts';
import { useLinkedPlace } from './use-linked-place.ts';

interface StackViewerProps {
  manifest: ModuleManifest;
  exam: StoredExam;
  findings: readonly ShownFinding[];
  /** Undefined until the links are there. */
  pictures: readonly ExamSlicePicture[] | undefined;
  onFail: () => Promise<unknown>;
  onPlace: ((place: number) => void) | undefined;
  drawing: ExamDrawing | undefined;
  measured: KeptMeasurements | undefined;
  focus: ExamFocus | undefined;
  /** With another exam beside this one. */
  link: ViewerLink | undefined;
}

const wideViews = ['axial', 'coronal', 'sagittal', 'all'] as const;
/** On a phone one plane fills the screen. */
const narrowViews = ['axial', 'coronal', 'sagittal'] as const;

/** The slices of one body: the stack itself, and planes across it where the files place it. */
export function StackViewer(props: StackViewerProps) {
  const { manifest, exam, findings, pictures, onFail, onPlace, drawing, measured, focus, link } = props;
  const slices = useMemo(() => shownSlices(exam), [exam]);
  const volume = useMemo(() => pictures && examVolume(slices, pictures), [slices, pictures]);
  const ordered = useMemo(() => inOrder(slices, pictures), [slices, pictures]);
  const [look] = useState(() => new StackLook(link?.window));
  const keys = useMemo(() => imageKeysOf(exam), [exam]);
  useKeptMeasurements(look, measured, keys);
  useKeptKeyImages(look, measured, keys);
  const [place, setPlace] = useState(() => firstPlace(exam));
  useEffect(() => {
    onPlace?.(place);
  }, [onPlace, place]);
  const goTo = (next: number) => {
    const to = Math.min(Math.max(next, 0), slices.length - 1);
    if (drawing && to !== place) drawing.leave(() => setPlace(to));
    else setPlace(to);
  };
  const [first] = useState(() => findings.find(({ at }) => at === place)?.box ?? null);
  const planes = usePlanes(volume?.ok ? volume.geometry : undefined, { slice: place, first, goTo });
  const views = useMediaQuery('(max-width: 767px)') ? narrowViews : wideViews;
  const view = views.some((each) => each === planes.view) ? planes.view : 'axial';
  const toFinding = ({ at, box }: ShownFinding) => {
    if (!volume?.ok || !box) return goTo(at);
    planes.moveTo({ ...middleOf(box), z: at });
  };
  useLinkedPlace(link, { slices, place, goTo: (next) => planes.toPlace('axial', next) });
  useExamFocus(focus, findings, toFinding);
  const finding = (direction: 1 | -1) => {
    const next = nextFinding(findings, place, direction);
    if (next) toFinding(next);
  };
  const moves: ExamMoves = {
    step: (by) => planes.toPlace('axial', place + by),
    end: (end) => planes.toPlace('axial', end === 'first' ? 0 : slices.length - 1),
    finding,
    ...(volume?.ok && planeMoves(planes, views)),
  };
  const isMade = volume?.ok === true && (view !== 'axial' || planes.slab.mm > 0 || planes.hasRegions);
  const images = useSliceImages(ordered, { manifest, place, needsAll: isMade });
  const onRetry = (again: () => void) => void onFail().then(again);
  const words = `Slice ${place + 1} of ${slices.length}${imageWords(slices[place]?.instanceNumber ?? undefined, place + 1)}`;
  const toImage = (key: string) => {
    const slice = slices.findIndex(({ file }) => file === key);
    const cut = planeOfKey(key);
    if (slice >= 0) planes.showSlice(slice);
    else if (cut) planes.show(cut.plane, cut.across, cut.slab);
  };
  return (
    <>
      {volume?.ok && !drawing && <PlaneTools planes={planes} views={views} />}
      {drawing ? (
        drawing.picture(place, look)
      ) : (
        <StackTools
          {...{ manifest, link }}
          picture={images.picture}
          hasCrosshair={isMade && view !== 'axial'}
          canChoose={measured?.keyImages.canChoose ?? false}
          onKey={(event) => onExamKey(event, moves)}
        >
          {(tools) => (
            <StackPicture
              {...{ manifest, exam, findings, tools, look, images, volume, isMade, planes, view, place }}
              {...{ words, moves, onRetry }}
            />
          )}
        </StackTools>
      )}
      <Rail
        label="Slice"
        words={words}
        place={place}
        count={slices.length}
        ticks={findings.flatMap(({ id, colour, places }) => places.map((at) => ({ id, colour, at })))}
        onPlace={(next) => planes.toPlace('axial', next)}
      />
      {volume && !volume.ok && <p className={classes.note}>{volume.why}</p>}
      <Below isCompared={link !== undefined}>
        <ExamFindings
          {...{ findings, place }}
          areOutlined={hasOutlines(exam)}
          onShow={toFinding}
          onFinding={finding}
        />
        <MeasurementList
          look={look}
          note={noteOnKeeping(measured, link !== undefined)}
          nameOf={(key) => nameOfKey(slices, key)}
          shown={slices[place]?.file}
          onShow={toImage}
        />
        <KeyImageList
          look={look}
          note={measured && !measured.isWriting ? notKeptYet : undefined}
          nameOf={(key) => nameOfKey(slices, key)}
          onShow={({ key, look: { overlays } }) => {
            planes.setRegions(overlays.regions);
            toImage(key);
          }}
        />
        <KeySlices {...{ exam, slices, place }} urls={urlsOf(pictures)} onPlace={goTo} />
        {!drawing && <ExamKeys hasPlanes={volume?.ok === true} />}
      </Below>
    </>
  );
}

function planeMoves(planes: Planes, views: typeof wideViews | typeof narrowViews): Partial<ExamMoves> {
  const { view, setView, slab, setSlab, hasRegions, setRegions, hasCrosshair, setCrosshair } = planes;
  return {
    nextPlane: () => setView(nextOf<Planes['view']>(views, view)),
    nextSlab: () => setSlab({ ...slab, mm: nextOf<number>(slabs, slab.mm) }),
    nextProjection: () => setSlab({ ...slab, projection: nextOf(projections, slab.projection) }),
    toggleRegions: () => setRegions(!hasRegions),
    toggleCrosshair: () => setCrosshair(!hasCrosshair),
  };
}

/** "Slice 12", "Coronal 121": of a slice its file is the key, of a plane what and where it is. */
function nameOfKey(slices: readonly StoredSlice[], key: string): string {
  const at = slices.findIndex(({ file }) => file === key);
  const cut = planeOfKey(key);
  if (at >= 0 || !cut) return `Slice ${at + 1}`;
  return `${planeWords[cut.plane]} ${cut.across + 1}${slabWords(cut.slab)}`;
}

function urlsOf(pictures: readonly ExamSlicePicture[] | undefined): ReadonlyMap<string, string> {
  return new Map(pictures?.map(({ file, url }) => [file, url]));
}
