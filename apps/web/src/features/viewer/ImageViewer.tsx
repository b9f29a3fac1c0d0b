import type { ColourKeyEntry, WindowPreset } from '@second-read/core/analysis/manifest';
import type { ReportFinding } from '@second-read/core/report/document';
import { type ReactNode, type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StageMatrix } from '../../stage/geometry/stage-matrix.ts';
import { type PressedKey, useImageKeys } from '../../stage/input/use-image-keys.ts';
import { useWheelSteps } from '../../stage/input/use-wheel-steps.ts';
import type { ViewerLink } from '../../stage/layout/linked-views.ts';
import { type SliceStack, sliceOfKey } from '../../stage/layout/slices.ts';
import type { StackPlace } from '../../stage/look/stack-look.ts';
import { Magnifier, type MagnifierHandle } from '../../stage/Magnifier.tsx';
import { StageCanvas } from '../../stage/StageCanvas.tsx';
import type { LayerPicture } from '../../stage/source/layer-picture.ts';
import type { Picture } from '../../stage/source/picture.ts';
import type { Stage } from '../../stage/stage.ts';
import type { StageState } from '../../stage/stage-listeners.ts';
import { chooseKeyImage } from '../../stage/take-image.ts';
import { toggleFullScreen } from '../../stage/tools/full-screen.ts';
import { ViewerToolbar } from '../../stage/tools/ViewerToolbar.tsx';
import { commandOfKey, type ViewerCommand } from '../../stage/tools/viewer-commands.ts';
import { viewerKeySections } from '../../stage/tools/viewer-help.ts';
import { useStageTools } from '../../stage/use-stage-tools.ts';
import { openKeyHelp, useKeySections } from '../../ui/help/key-sections.ts';
import { useKeyNames } from '../../ui/preferences.ts';
import { useMedia } from '../../ui/use-media.ts';
import { Layer, type LayerHandle } from './chrome/Layer.tsx';
import { LayerBar } from './chrome/LayerBar.tsx';
import { SliceBar } from './chrome/SliceBar.tsx';
import { Wipe } from './chrome/Wipe.tsx';
import { FindingHover, type HoverHandle } from './findings/FindingHover.tsx';
import { FindingShapes } from './findings/FindingShapes.tsx';
import { FindingsBar } from './findings/FindingsBar.tsx';
import type { HoverSource } from './findings/use-finding-hover.ts';
import type { FindingsDisplay } from './findings/use-findings-display.ts';
import { useLookAt } from './findings/use-look-at.ts';
import { useOutlines } from './findings/use-outlines.ts';
import { useRest } from './findings/use-rest.ts';
import classes from './ImageViewer.module.css';

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
  place?: StackPlace | undefined;
  /** Over everything, e.g. while an analysis runs. */
  cover?: ReactNode;
  /** Where two viewers zoom and pan together. */
  link?: ViewerLink | undefined;
  /** Whether the tools are beside the picture where the window has room for them; else above it. */
  toolsBeside?: boolean | 'drawing' | undefined;
  /** Whether the image may become a key image of a report. */
  canChoose?: boolean;
  /** Drawn over picture and findings, and moved with them. */
  over?: ((place: OverViewer) => ReactNode) | undefined;
}

export interface OverViewer {
  readonly stage: Stage | null;
  readonly picture: Picture;
  readonly handle: Ref<LayerHandle>;
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
    canChoose = false,
  } = props;
  const stack = props.slices ?? null;
  const { toolsBeside = false } = props;
  const isBeside = useMedia(besideFrom[toolsBeside === 'drawing' ? 0 : 1]) && toolsBeside !== false;
  const root = useRef<HTMLDivElement>(null);
  const stageArea = useRef<HTMLDivElement>(null);
  const layerHandle = useRef<LayerHandle>(null);
  const shapesHandle = useRef<LayerHandle>(null);
  const overHandle = useRef<LayerHandle>(null);
  const lens = useRef<MagnifierHandle>(null);
  const hoverHandle = useRef<HoverHandle>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const stages = useMemo(() => (stage ? [stage] : []), [stage]);
  const tools = useStageTools({ stages, picture, windowPresets: props.windowPresets, area: stageArea });
  const { tool, isInverted, hasLens, finger, presets } = tools;
  const without = canChoose ? notOfOne : notOfReport;
  useKeySections(viewerKeySections(presets, stack !== null, useKeyNames('viewer'), without));

  const found = findings.state.status === 'ready' ? findings.state.found : null;
  const place = (at: StageMatrix | null) => {
    if (!at || !picture) return;
    for (const { current } of [layerHandle, shapesHandle, overHandle]) current?.place(at, picture);
  };
  const follow = (state: StageState) => {
    place(state.matrix);
    lens.current?.follow();
    link?.views.rendered(link.side);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came new stands where the picture stands
  useEffect(() => place(stage?.matrix() ?? null), [stage, picture, layer, found]);
  useEffect(() => (stage && link ? link.views.join(link.side, stage) : undefined), [stage, link]);
  const lead = () => link?.views.lead(link.side);
  const lookAt = useLookAt({ stage, area: stageArea, found, target: findings.target });
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
  useWheelSteps(stageArea, stack && !stack.disabled ? (by) => stack.goTo((index) => index + by) : null);

  const run = (command: ViewerCommand) => {
    if (command === 'full-screen') return toggleFullScreen(root.current);
    if (command === 'help') return openKeyHelp();
    if (command === 'toggle-findings') return findings.toggleAll();
    if (command === 'next-finding') return lookAt(findings.centreNext());
    if (command === 'outlines') return outlines.toggle();
    if (command === 'wipe') return toggleWipe();
    if (command === 'key-image') return stage && chooseKeyImage(stage);
    if (!stage || !picture || isPointing(command)) return;
    hoverHandle.current?.clear();
    if (command === 'reset') link?.views.align();
    tools.run(command);
  };
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  const runLatest = useCallback((command: ViewerCommand) => latestRun.current(command), []);
  const onKeyDown = (event: PressedKey) => {
    if (event.defaultPrevented) return;
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    const move = isPlain ? sliceOfKey(event.key) : null;
    if (stack && move) {
      event.preventDefault();
      if (!stack.disabled) stack.goTo(move);
      return;
    }
    const command = isPlain ? commandOfKey(event.key) : null;
    if (!command || (command === 'key-image' && !canChoose)) return;
    event.preventDefault();
    run(command);
  };
  useImageKeys(root, (event) => {
    lead();
    onKeyDown(event);
  });

  return (
    <div
      ref={root}
      className={classes.viewer}
      data-image-keys
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
        canChoose={canChoose}
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
      >
        <StageCanvas
          ref={setStage}
          picture={picture}
          finger={finger.finger}
          place={props.place}
          onRender={follow}
        >
          <Wipe isOn={isWiping} onEnd={toggleWipe}>
            {picture && layer && <Layer ref={layerHandle} layer={layer} opacity={opacity} />}
            {picture && found && (
              <FindingShapes ref={shapesHandle} found={found} display={findings} numbered={numbered} />
            )}
          </Wipe>
          {picture && over?.({ stage, picture, handle: overHandle })}
        </StageCanvas>
        {hasLens && stage && picture && <Magnifier ref={lens} {...{ stage, picture }} />}
        {!picture && <div className={classes.placeholder}>{placeholder}</div>}
        <FindingHover
          ref={hoverHandle}
          area={stageArea}
          source={hover}
          matrix={() => stage?.matrix() ?? null}
          imageSize={picture}
          onActiveType={onActiveType}
        />
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

/** While a reader draws the image has all of the height that there is. */
const besideFrom = [
  '(min-width: 768px) and (min-height: 640px)',
  '(min-width: 1200px) and (min-height: 640px)',
] as const;

const notOfOne: ReadonlySet<string> = new Set(['point']);
const notOfReport: ReadonlySet<string> = new Set(['point', 'key-image']);

/** One image has no crosshair. */
function isPointing(command: ViewerCommand): boolean {
  return typeof command === 'object' && 'tool' in command && command.tool === 'point';
}
