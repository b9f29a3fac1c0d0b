import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { Volume, Voxels } from '@second-read/core/volume/reformat';
import type { VolumeGeometry } from '@second-read/core/volume/volume-geometry';
import { useMemo } from 'react';
import type { StackLook } from '../../stage/look/stack-look.ts';
import type { Picture } from '../../stage/source/picture.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { type ExamMoves, onExamKey } from './exam-keys.ts';
import { marksOfSlice, type ShownFinding, shownSlices } from './exam-marks.ts';
import type { LoadedSlices } from './images/use-slice-images.ts';
import type { ExamVolume } from './planes/exam-volume.ts';
import { PlaneGrid } from './planes/PlaneGrid.tsx';
import { PlanesLoading } from './planes/PlanesLoading.tsx';
import { volumeMarks } from './planes/plane-marks.ts';
import { type LoadedBytes, useBytes } from './planes/use-bytes.ts';
import type { Planes, PlaneView } from './planes/use-planes.ts';
import { type PaneTools, StagePane } from './StagePane.tsx';

interface StackPictureProps {
  manifest: ModuleManifest;
  exam: StoredExam;
  findings: readonly ShownFinding[];
  tools: PaneTools;
  look: StackLook;
  images: LoadedSlices;
  volume: ExamVolume | undefined;
  /** Whether a plane across, a slab or regions are shown, which all slices make. */
  isMade: boolean;
  planes: Planes;
  view: PlaneView;
  place: number;
  words: string;
  moves: ExamMoves;
  /** Has the links to the slices signed anew, then tries again. */
  onRetry: (again: () => void) => void;
}

/** A slice as it is stored; with a plane across, a slab or regions what is made of all slices. */
export function StackPicture(props: StackPictureProps) {
  const { manifest, exam, findings, tools, look, images, volume, isMade } = props;
  const { planes, view, place, words, moves, onRetry } = props;
  const regions = useBytes(volume, isMade && planes.hasRegions);
  const marks = useMemo(() => volumeMarks(exam, findings), [exam, findings]);
  const geometry = volume?.ok ? volume.geometry : undefined;
  const made = useMemo(() => geometry && volumeOf(geometry, images.all), [geometry, images.all]);
  const labels = useMemo(() => geometry && labelsOf(geometry, regions.loaded), [geometry, regions.loaded]);
  const [first] = images.all ?? [];
  if (isMade && !made) {
    const loaded =
      images.hasFailed || images.all
        ? ({ state: 'failed' } as const)
        : ({ state: 'loading', done: images.done, of: geometry?.depth ?? 1 } as const);
    return <PlanesLoading loaded={loaded} onRetry={() => onRetry(images.retry)} />;
  }
  if (isMade && made && first?.kind === 'grey') {
    return (
      <>
        <PlaneGrid
          {...{ manifest, tools, look, planes, view, marks, moves }}
          files={shownSlices(exam).map(({ file }) => file)}
          volume={made}
          slice={first}
          labels={planes.hasRegions ? labels : undefined}
          sliceWords={words}
        />
        {planes.hasRegions && !labels && (
          <PlanesLoading loaded={regions.loaded} onRetry={() => onRetry(regions.retry)} />
        )}
      </>
    );
  }
  const slice = shownSlices(exam)[place];
  if (!slice) return null;
  return (
    <StagePane
      {...{ tools }}
      picture={images.picture}
      place={{ look, key: slice.file }}
      marks={marksOfSlice(exam, slice, findings)}
      label={words}
      onStep={moves.step}
      onKeyDown={(event) => onExamKey(event, moves)}
      message={
        images.hasFailed ? (
          <StatusLine onRetry={() => onRetry(images.retry)}>This slice could not be loaded.</StatusLine>
        ) : (
          <span role="status">Opening the slice…</span>
        )
      }
    />
  );
}

/** Slices of one kind make a volume. */
function volumeOf(geometry: VolumeGeometry, all: readonly Picture[] | null): Volume | undefined {
  const slices = (all ?? []).flatMap((picture): Voxels[] =>
    picture.kind === 'grey' ? [picture.samples] : [],
  );
  const isOne = slices.every((slice) => slice.constructor === slices[0]?.constructor);
  return all && isOne && slices.length === geometry.depth ? { geometry, slices } : undefined;
}

function labelsOf(geometry: VolumeGeometry, loaded: LoadedBytes): Volume | undefined {
  return loaded.state === 'ready' ? { geometry, slices: loaded.slices } : undefined;
}
