import { markedTypes } from '@second-read/analyses/marked-types';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { acrossPlane, planes as allPlanes, type Plane } from '@second-read/core/volume/plane';
import type { Volume } from '@second-read/core/volume/reformat';
import { useMemo } from 'react';
import type { StackLook } from '../../../stage/look/stack-look.ts';
import type { GreyPicture } from '../../../stage/source/picture.ts';
import type { ExamMoves } from '../exam-keys.ts';
import { Rail } from '../Rail.tsx';
import type { PaneTools } from '../StagePane.tsx';
import { PlanePane } from './PlanePane.tsx';
import classes from './Planes.module.css';
import { planeWords } from './PlaneTools.tsx';
import { classColours } from './paint-regions.ts';
import { marksOnPlane, planesOfMarks, type VolumeMark } from './plane-marks.ts';
import type { Planes, PlaneView } from './use-planes.ts';

interface PlaneGridProps {
  manifest: ModuleManifest;
  volume: Volume;
  slice: Pick<GreyPicture, 'window' | 'unit'>;
  tools: PaneTools;
  look: StackLook;
  labels: Volume | undefined;
  planes: Planes;
  /** Of the slices of the volume. */
  files: readonly string[];
  view: PlaneView;
  marks: readonly VolumeMark[];
  /** "Slice 12 of 30". */
  sliceWords: string;
  moves: Omit<ExamMoves, 'step' | 'end' | 'across'>;
}

/** The chosen plane, or the axial one beside the two across it. */
export function PlaneGrid(props: PlaneGridProps) {
  const shown = props.view === 'all' ? allPlanes : [props.view];
  return (
    <div className={classes.planes} data-view={props.view}>
      {shown.map((plane) => (
        <PlaneCell key={plane} {...props} plane={plane} />
      ))}
    </div>
  );
}

function PlaneCell(props: PlaneGridProps & { plane: Plane }) {
  const { manifest, tools, look, volume, slice, labels, planes, files, plane, marks, sliceWords, moves } =
    props;
  const { geometry } = volume;
  const { at, slab, cover, hasCrosshair, toPlace, toPoint } = planes;
  const colours = useMemo(() => classColours(markedTypes(manifest)), [manifest]);
  const axis = acrossPlane[plane];
  const count = { x: geometry.width, y: geometry.height, z: geometry.depth }[axis];
  const words = plane === 'axial' ? sliceWords : `${planeWords[plane]} ${at[axis] + 1} of ${count}`;
  return (
    <div className={classes.cell}>
      <PlanePane
        {...{ tools, look, volume, slice, labels, colours, cover, plane, at, files, slab }}
        hasCrosshair={hasCrosshair && props.view !== 'axial'}
        marks={marksOnPlane(marks, geometry, { plane, at, slabMm: slab.mm })}
        label={words}
        moves={{
          ...moves,
          step: (by) => toPlace(plane, at[axis] + by),
          end: (end) => toPlace(plane, end === 'first' ? 0 : count - 1),
          across: (by) =>
            toPlace(plane === 'sagittal' ? 'coronal' : 'sagittal', (plane === 'sagittal' ? at.y : at.x) + by),
        }}
        onPoint={(point) => toPoint(plane, point)}
      />
      {plane !== 'axial' && (
        <Rail
          label={planeWords[plane]}
          words={words}
          place={at[axis]}
          count={count}
          ticks={planesOfMarks(marks, geometry, plane)}
          onPlace={(place) => toPlace(plane, place)}
        />
      )}
    </div>
  );
}
