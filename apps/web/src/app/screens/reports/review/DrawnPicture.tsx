import type { ReviewReply } from '@second-read/contract/reviews';
import type { WindowPreset } from '@second-read/core/analysis/manifest';
import { measured } from '@second-read/core/reading/measurement';
import type { Area } from '@second-read/core/review/draw/area';
import type { Spacing } from '@second-read/core/review/outline-measures';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DrawingControl, DrawingTask } from '../../../../features/review/drawing-task.ts';
import { type ListedFinding, listed } from '../../../../features/review/listed-findings.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import { MeasureEnds, measuredLength } from '../../../../features/viewer/drawing/MeasureEnds.tsx';
import { OverPicture, type OverPlace } from '../../../../features/viewer/drawing/OverPicture.tsx';
import { MarksLegend, ReviewMarks } from '../../../../features/viewer/drawing/ReviewMarks.tsx';
import type { ReviewMark } from '../../../../features/viewer/drawing/review-marks.ts';
import { useFindingsDisplay } from '../../../../features/viewer/findings/use-findings-display.ts';
import { ImageViewer } from '../../../../features/viewer/ImageViewer.tsx';
import type { StackPlace } from '../../../../stage/look/stack-look.ts';
import { markOver } from '../../../../stage/painting/marks-over.ts';
import type { Picture } from '../../../../stage/source/picture.ts';
import type { Stage } from '../../../../stage/stage.ts';
import { useRecalledMarks } from '../../../../stage/use-recalled-marks.ts';
import { MeasureBar, startEnds } from './MeasureTask.tsx';
import { OutlineTask } from './OutlineTask.tsx';
import classes from './ReviewViewer.module.css';
import type { Leaving } from './use-leaving.ts';

interface DrawnPictureProps {
  review: ReviewReply;
  control: DrawingControl;
  leaving: Leaving;
  onChange: (wish: Wish) => void;
  /** Said of the picture to those who do not see it. */
  label: string;
  picture: Picture | null;
  /** What stands in place of the picture until it is there. */
  placeholder: ReactNode;
  /** Of the picture that was read, in whose pixels everything is drawn. */
  size: { readonly width: number; readonly height: number };
  spacing: Spacing | null;
  windowPresets?: readonly WindowPreset[] | undefined;
  /** Where the picture is one of a stack. */
  stack?: StackPlace | undefined;
  /** Whether the image may become a key image of the report. */
  canChoose?: boolean;
  /** The findings as their reader left them. */
  marks: readonly ReviewMark[];
  colourOf: (type: string) => string;
  /** What is outlined of a finding already. */
  startOf: (finding: string) => Area | null;
  /** Of an exam: the slice that is drawn on, from 0 along the stack, and in words. */
  on?: { readonly slice: number; readonly words: string };
}

/** Once a task: its reader goes on to other slices. */
const scrolledFor = new WeakSet<object>();

const noLayer = { layer: null, opacity: 1, onOpacity: () => {}, colours: [], hover: null };

/** A picture with its findings over it, of which one is outlined or measured. */
export function DrawnPicture(props: DrawnPictureProps) {
  const { review, control, label, picture, placeholder, size, marks, windowPresets } = props;
  const display = useFindingsDisplay({ status: 'absent' });
  const [areShown, setShown] = useState(true);
  const [barAt, setBarAt] = useState<HTMLElement | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const { task } = control;
  // From where it begins the image is in sight as a whole; on a phone the list of tasks lies below it.
  useEffect(() => {
    if (!task || !barAt || scrolledFor.has(task)) return;
    scrolledFor.add(task);
    barAt.scrollIntoView({ block: 'start' });
  }, [task, barAt]);
  const drawn = task && listed(review).find(({ finding }) => finding.id === task.finding);
  const end = () => {
    control.choose(null);
    root.current?.querySelector<HTMLElement>('[data-testid="viewer-stage"]')?.focus({ preventScroll: true });
  };
  const over = (place: OverPlace & { readonly picture: Picture }) =>
    task && drawn ? (
      <Task {...props} {...{ place, task, drawn, barAt, areShown }} onEnd={end} />
    ) : (
      <>
        <MarkedStage
          stage={place.stage}
          picture={place.picture}
          {...{ marks, areShown }}
          onShown={setShown}
        />
        <OverPicture place={place}>{areShown && <ReviewMarks marks={marks} but={null} />}</OverPicture>
      </>
    );
  return (
    <div ref={root} className={classes.root} data-drawing={task ? '' : undefined}>
      <div ref={setBarAt} className={classes.bars} />
      <ImageViewer
        {...noLayer}
        {...{ label, picture, placeholder, windowPresets }}
        place={props.stack}
        canChoose={props.canChoose ?? false}
        toolsBeside={task ? 'drawing' : false}
        onActiveType={() => {}}
        findings={{ ...display, toggleAll: () => setShown(!areShown) }}
        over={(place) => over({ ...place, size })}
      />
      <MarksLegend marks={marks} isShown={areShown} onToggle={() => setShown(!areShown)} />
    </div>
  );
}

interface MarkedStageProps {
  stage: Stage | null;
  picture: Picture;
  marks: readonly ReviewMark[];
  areShown: boolean;
  onShown: (areShown: boolean) => void;
}

/** Gives the stage the findings over it, which its key images keep. */
function MarkedStage({ stage, picture, marks, areShown, onShown }: MarkedStageProps) {
  useRecalledMarks(stage, picture, onShown);
  useEffect(() => {
    if (!stage) return;
    const there = marks.filter(({ state }) => state !== 'rejected');
    const over = there.flatMap(({ id, colour, loops }) => loops.map((loop) => markOver(id, colour, loop)));
    stage.marks = areShown ? over : null;
  }, [stage, marks, areShown]);
  return null;
}

interface TaskProps extends DrawnPictureProps {
  place: OverPlace & { readonly picture: Picture };
  task: DrawingTask;
  drawn: ListedFinding;
  barAt: HTMLElement | null;
  areShown: boolean;
  onEnd: () => void;
}

function Task(props: TaskProps) {
  const { task, drawn, place, barAt, areShown, marks, spacing, on, onEnd } = props;
  const { review, control, leaving, onChange, size } = props;
  const { finding } = task;
  const onSlice = on && { slice: on.slice };
  const named = (words: string) => (on ? `${words}, ${on.words}` : words);
  if (task.kind === 'outline')
    return (
      <OutlineTask
        key={`${finding} ${on?.slice}`}
        {...{ place, barAt, spacing, leaving, onEnd }}
        label={named(drawn.label)}
        picture={place.picture}
        colour={props.colourOf(drawn.finding.type)}
        start={props.startOf(finding)}
        onKeep={(to) => onChange({ kind: 'outline', finding, to, ...onSlice })}
      >
        {areShown && <ReviewMarks marks={marks} but={finding} />}
      </OutlineTask>
    );
  const box = marks.find(({ id }) => id === finding)?.box ?? drawn.finding.region?.box ?? null;
  const words = named(`${task.label} of ${drawn.label}`);
  return (
    <>
      <MeasureEnds
        key={`${finding} ${task.quantity} ${on?.slice}`}
        {...{ place, spacing }}
        label={words}
        start={startEnds(review, { ...task, slice: on?.slice }, { box, size })}
        onMeasured={([from, to]) => {
          const { value, unit } = measuredLength([from, to], spacing);
          const name = task.quantity;
          const kept = { from: measured(drawn.finding.measurements, name), to: value, unit, ...onSlice };
          onChange({ kind: 'measure', finding, name, ...kept, ends: [from, to] });
        }}
      >
        {areShown && <ReviewMarks marks={marks} but={null} />}
      </MeasureEnds>
      <MeasureBar barAt={barAt} label={words} unit={control.unit} onEnd={onEnd} />
    </>
  );
}
