import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { Volume } from '@second-read/core/volume/reformat';
import type { VolumeGeometry } from '@second-read/core/volume/volume-geometry';
import { useMemo } from 'react';
import type { ExamSlicePicture } from '../../api/reports/reports.ts';
import { ExamPicture } from './ExamPicture.tsx';
import type { ExamMoves } from './exam-keys.ts';
import { marksOfSlice, type ShownFinding, shownSlices } from './exam-marks.ts';
import type { ExamVolume } from './planes/exam-volume.ts';
import { PlaneGrid } from './planes/PlaneGrid.tsx';
import { PlanesLoading } from './planes/PlanesLoading.tsx';
import { volumeMarks } from './planes/plane-marks.ts';
import { type LoadedBytes, useBytes } from './planes/use-bytes.ts';
import type { Planes, PlaneView } from './planes/use-planes.ts';

interface StackPictureProps {
  manifest: ModuleManifest;
  exam: StoredExam;
  findings: readonly ShownFinding[];
  /** Undefined until the links are there. */
  pictures: readonly ExamSlicePicture[] | undefined;
  onFail: () => Promise<unknown>;
  volume: ExamVolume | undefined;
  planes: Planes;
  view: PlaneView;
  place: number;
  words: string;
  moves: ExamMoves;
}

/** A slice as it was stored; with a plane across, a slab or regions what is made of all slices. */
export function StackPicture(props: StackPictureProps) {
  const { manifest, exam, findings, pictures, volume, planes, view, place, words, moves, onFail } = props;
  const isMade = volume?.ok === true && (view !== 'axial' || planes.slabMm > 0 || planes.hasRegions);
  const bytes = useBytes(volume, 'pictures', isMade);
  const regions = useBytes(volume, 'labels', isMade && planes.hasRegions);
  const marks = useMemo(() => volumeMarks(exam, findings), [exam, findings]);
  const geometry = volume?.ok ? volume.geometry : undefined;
  const made = useMemo(() => geometry && volumeOf(geometry, bytes.loaded), [geometry, bytes.loaded]);
  const labels = useMemo(() => geometry && volumeOf(geometry, regions.loaded), [geometry, regions.loaded]);
  // Links live some minutes.
  const retry = () => void onFail().then(bytes.retry);
  if (isMade && !made) return <PlanesLoading loaded={bytes.loaded} onRetry={retry} />;
  if (isMade && made) {
    return (
      <>
        <PlaneGrid
          {...{ manifest, planes, view, marks, moves }}
          volume={made}
          labels={planes.hasRegions ? labels : undefined}
          sliceWords={words}
        />
        {planes.hasRegions && !labels && (
          <PlanesLoading loaded={regions.loaded} onRetry={() => void onFail().then(regions.retry)} />
        )}
      </>
    );
  }
  const slice = shownSlices(exam)[place];
  const own = pictures?.find(({ file }) => file === slice?.file);
  if (!slice) return null;
  return (
    <ExamPicture
      slice={slice}
      url={own?.url}
      marks={marksOfSlice(exam, slice, findings)}
      label={words}
      pixelRatio={own?.pixelMm ? own.pixelMm.y / own.pixelMm.x : 1}
      moves={moves}
      onFail={() => void onFail()}
    />
  );
}

function volumeOf(geometry: VolumeGeometry, loaded: LoadedBytes): Volume | undefined {
  return loaded.state === 'ready' ? { geometry, slices: loaded.slices } : undefined;
}
