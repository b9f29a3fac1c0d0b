import type { ColourKeyEntry, WindowPreset } from '@second-read/core/analysis/manifest';
import type { ReportFinding } from '@second-read/core/report/document';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { openKeyHelp, useKeySections } from '../../ui/help/key-sections.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import { useMedia } from '../../ui/use-media.ts';
import { FirstLook } from './chrome/FirstLook.tsx';
import { toggleFullScreen } from './chrome/full-screen.ts';
import { Layer, type LayerHandle } from './chrome/Layer.tsx';
import { LayerBar } from './chrome/LayerBar.tsx';
import { MeasurementLabels } from './chrome/MeasurementLabels.tsx';
import { SliceBar } from './chrome/SliceBar.tsx';
import { ViewerToolbar } from './chrome/ViewerToolbar.tsx';
import { commandOfKey, moves, type ViewerCommand } from './chrome/viewer-commands.ts';
import { viewerKeySections } from './chrome/viewer-help.ts';
import { Wipe } from './chrome/Wipe.tsx';
import { presetsOf } from './chrome/window-presets.ts';
import { FindingShapes } from './findings/FindingShapes.tsx';
import { FindingsBar } from './findings/FindingsBar.tsx';
import { FindingTooltip } from './findings/FindingTooltip.tsx';
import { type HoverSource, useFindingHover } from './findings/use-finding-hover.ts';
import type { FindingsDisplay } from './findings/use-findings-display.ts';
import { useLookAt } from './findings/use-look-at.ts';
import { useOutlines } from './findings/use-outlines.ts';
import { useRest } from './findings/use-rest.ts';
import classes from './ImageViewer.module.css';
import type { LayerPicture } from './source/layer-picture.ts';
import type { Picture } from './source/picture.ts';
import type { LinkedViews, Side } from './stage/linked-views.ts';
import { readoutOf } from './stage/readout.ts';
import { type SliceStack, sliceOfKey } from './stage/slices.ts';
import type { Stage, StageState } from './stage/stage.ts';
import type { StageMatrix } from './stage/stage-matrix.ts';
import type { StageTool } from './stage/stage-tools.ts';
import { useFinger } from './stage/use-finger.ts';
import { useSliceWheel } from './stage/use-slice-wheel.ts';
import { useStage } from './stage/use-stage.ts';

export interface ImageViewerProps {
  /** Said to those who do not see it, e.g. "Segmented Image". */
  label: string;
  picture: Picture | null;
  /** Laid over the picture. Its opacity is the caller's, so that it survives a change of view. */
  layer: LayerPicture | null;
  opacity: number;
  onOpacity: (opacity: number) => void;
  /** What the colours of the layer mark. */
  colours: readonly ColourKeyEntry[];
  /** Offered where the picture's values are Hounsfield units. */
  windowPresets?: readonly WindowPreset[] | undefined;
  hover: HoverSource | null;
  onActiveType: (type: string | null) => void;
  /** The findings drawn over the picture. */
  findings: FindingsDisplay;
  /** Those with places get numbers there, as the report counts them. */
  numbered?: readonly ReportFinding[];
  /** Instead of a picture: nothing chosen, a card, a placeholder. */
  placeholder: ReactNode;
  /** Where the picture is one of a stack. */
  slices?: SliceStack | null;
  /** Over everything, e.g. while an analysis runs. */
  cover?: ReactNode;
  /** Where two viewers zoom and pan together; the same object throughout. */
  link?: ViewerLink | undefined;
  /** Whether the tools stand beside the picture where the window has room for them; else above it. */
  toolsBeside?: boolean | undefined;
  /** Drawn over picture and findings, and moved with them. */
  over?: ((place: OverViewer) => ReactNode) | undefined;
}

export interface OverViewer {
  readonly stage: Stage | null;
  readonly picture: Picture;
  readonly handle: Ref<LayerHandle>;
}

export interface ViewerLink {
  readonly views: LinkedViews;
  readonly side: Side;
}

/** A picture on a near-black ground with the tools of a reading room. */
export function ImageViewer(props: ImageViewerProps) {
  const {
    label,
    picture,
    layer,
    opacity,
    onOpacity,
    hover,
    onActiveType,
    findings,
    numbered = [],
    placeholder,
    cover,
    link,
    over,
  } = props;
  const stack = props.slices ?? null;
  const isBeside = useMedia('(min-width: 1200px) and (min-height: 640px)') && props.toolsBeside === true;
  const root = useRef<HTMLDivElement>(null);
  const stageArea = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const layerHandle = useRef<LayerHandle>(null);
  const shapesHandle = useRef<LayerHandle>(null);
  const overHandle = useRef<LayerHandle>(null);
  const moved = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const [tool, setTool] = useState<StageTool>('window');
  const [isInverted, setInverted] = useState(false);
  const presets = useMemo(() => presetsOf(picture, props.windowPresets), [picture, props.windowPresets]);
  useKeySections(viewerKeySections(presets, stack !== null, useKeyNames('viewer')));

  const found = findings.state.status === 'ready' ? findings.state.found : null;
  const place = (at: StageMatrix | null) => {
    if (!at || !picture) return;
    for (const { current } of [layerHandle, shapesHandle, overHandle]) current?.place(at, picture);
  };
  const follow = (state: StageState) => {
    place(state.matrix);
    link?.views.rendered(link.side);
    if (readout.current) readout.current.textContent = readoutOf(state, picture);
  };
  const [isPainted, setPainted] = useState(false);
  const { stage, hasDrawn, failed, measurements } = useStage(canvas, picture, {
    onRender: follow,
    onMove: (transform) => moved.current?.style.setProperty('transform', transform),
    isUrgent: isPainted,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came new stands where the picture stands
  useEffect(() => place(stage?.drawnAt() ?? null), [stage, picture, layer, found]);
  useEffect(() => (stage && link ? link.views.join(link.side, stage) : undefined), [stage, link]);
  const lead = () => link?.views.lead(link.side);
  const lookAt = useLookAt({ stage, canvas, found, target: findings.target });
  const { hovered, handlers, clear } = useFindingHover({
    source: hover,
    matrix: () => stage?.state()?.matrix ?? null,
    imageSize: picture,
    onActiveType,
  });

  const outlines = useOutlines({ findings, hasLayer: layer !== null, opacity, onOpacity });

  const [isWipeWanted, setWipeWanted] = useState(false);
  const isWiping = isWipeWanted && layer !== null && picture !== null;
  const toggleWipe = () => {
    if (layer === null) return;
    // Against a view that is faded out there would be nothing to see.
    if (!isWiping && opacity === 0) onOpacity(1);
    if (isWiping) stageArea.current?.focus({ preventScroll: true });
    setWipeWanted(!isWiping);
  };

  useRest(stageArea);
  useSliceWheel(stageArea, stack);
  const finger = useFinger(stageArea);

  const run = (command: ViewerCommand) => {
    if (command === 'full-screen') return toggleFullScreen(root.current);
    if (command === 'help') return openKeyHelp();
    if (command === 'toggle-findings') return findings.toggleAll();
    if (command === 'next-finding') return lookAt(findings.centreNext());
    if (command === 'outlines') return outlines.toggle();
    if (command === 'wipe') return toggleWipe();
    if (!stage || !picture) return;
    clear();
    if (command === 'scroll-page') finger.choose('page');
    else if (typeof command === 'object' && 'preset' in command) {
      const chosen = presets[command.preset];
      if (chosen) stage.setWindow(chosen.window());
    } else if (typeof command === 'object') {
      setTool(command.tool);
      finger.choose('tool');
      stage.chooseTool(command.tool);
    } else if (command === 'invert') setInverted(stage.invert());
    else if (command === 'reset') {
      link?.views.align();
      stage.reset();
      setInverted(false);
    } else moves[command]?.(stage);
  };
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  const runLatest = useCallback((command: ViewerCommand) => latestRun.current(command), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    const move = isPlain ? sliceOfKey(event.key) : null;
    if (stack && move) {
      event.preventDefault();
      if (!stack.disabled) stack.goTo(move);
      return;
    }
    const command = isPlain ? commandOfKey(event.key) : null;
    if (!command) return;
    event.preventDefault();
    run(command);
  };

  return (
    <div
      ref={root}
      className={classes.viewer}
      data-tools={isBeside ? 'beside' : undefined}
      onPointerDownCapture={lead}
      onWheelCapture={lead}
      onKeyDownCapture={lead}
    >
      <ViewerToolbar
        tool={tool}
        finger={finger}
        isBeside={isBeside}
        isInverted={isInverted}
        presets={presets}
        disabled={!stage || !picture}
        run={runLatest}
      />
      {stack && <SliceBar stack={stack} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with tools is no form control */}
      <div
        ref={stageArea}
        className={classes.stage}
        data-finger={finger.finger}
        data-testid="viewer-stage"
        role="group"
        aria-label={`${label}. Viewer: ${stack ? 'up and down change the slice' : 'arrow keys move'}, plus and minus zoom, square brackets change brightness, the question mark lists all keys.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that keys move must take the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <div ref={moved} className={classes.moved}>
          <div ref={canvas} className={classes.canvas} data-hidden={!picture || undefined} />
          {picture && !hasDrawn && (
            <FirstLook
              picture={picture}
              onPainted={(matrix) => {
                place(matrix);
                setPainted(true);
              }}
            />
          )}
          <Wipe isOn={isWiping} onEnd={toggleWipe}>
            {picture && layer && <Layer ref={layerHandle} layer={layer} opacity={opacity} />}
            {picture && found && (
              <FindingShapes ref={shapesHandle} found={found} display={findings} numbered={numbered} />
            )}
          </Wipe>
          {picture && over?.({ stage, picture, handle: overHandle })}
          {picture && <MeasurementLabels labels={measurements} />}
        </div>
        {picture && <span ref={readout} className={classes.readout} />}
        {!picture && <div className={classes.placeholder}>{placeholder}</div>}
        {failed && <p className={classes.failure}>The viewer could not be started in this browser.</p>}
        {hovered && <FindingTooltip finding={hovered.finding} place={hovered.place} />}
        {cover}
      </div>
      {/* Below the picture, which stays where it is when they come. */}
      <div className={classes.bars} key={`${findings.state.status} ${layer !== null}`}>
        {layer && (
          <LayerBar
            label={label}
            colours={props.colours}
            opacity={opacity}
            onOpacity={onOpacity}
            isWiping={isWiping}
            onWipe={toggleWipe}
          />
        )}
        <FindingsBar display={findings} outlines={outlines} />
      </div>
    </div>
  );
}
