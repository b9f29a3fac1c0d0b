import type { WindowPreset } from '@second-read/core/analysis/manifest';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FindingTooltip } from './FindingTooltip.tsx';
import classes from './ImageViewer.module.css';
import { Layer, type LayerHandle } from './Layer.tsx';
import type { LayerPicture } from './layer-picture.ts';
import { MeasurementLabels } from './MeasurementLabels.tsx';
import { OpacitySlider } from './OpacitySlider.tsx';
import type { Picture } from './picture.ts';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { SliceBar } from './SliceBar.tsx';
import { type SliceStack, sliceOfKey } from './slices.ts';
import type { StageState } from './stage.ts';
import type { StageTool } from './stage-tools.ts';
import { type HoverSource, useFindingHover } from './use-finding-hover.ts';
import { useSliceWheel } from './use-slice-wheel.ts';
import { useStage } from './use-stage.ts';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import { commandOfKey, moves, type ViewerCommand } from './viewer-commands.ts';
import { presetsOf } from './window-presets.ts';

export interface ImageViewerProps {
  /** Said to those who do not see it, e.g. "Segmented Image". */
  label: string;
  picture: Picture | null;
  /** Laid over the picture. Its opacity is the caller's, so that it survives a change of view. */
  layer: LayerPicture | null;
  opacity: number;
  onOpacity: (opacity: number) => void;
  /** Offered where the picture's values are Hounsfield units. */
  windowPresets: readonly WindowPreset[];
  hover: HoverSource | null;
  onActiveType: (type: string | null) => void;
  /** Instead of a picture: nothing chosen, a card, a placeholder. */
  placeholder: ReactNode;
  /** Where the picture is one of a stack. */
  slices?: SliceStack | null;
  /** Over everything, e.g. while an analysis runs. */
  cover?: ReactNode;
}

/** A picture on a near-black ground with the tools of a reading room. */
export function ImageViewer(props: ImageViewerProps) {
  const { label, picture, layer, opacity, onOpacity, hover, onActiveType, placeholder, cover } = props;
  const stack = props.slices ?? null;
  const root = useRef<HTMLDivElement>(null);
  const stageArea = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const layerHandle = useRef<LayerHandle>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const [tool, setTool] = useState<StageTool>('window');
  const [isInverted, setInverted] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const presets = presetsOf(picture, props.windowPresets);

  const follow = (state: StageState) => {
    if (picture) layerHandle.current?.place(state.matrix, picture);
    if (readout.current) readout.current.textContent = describe(state, picture);
  };
  const { stage, failed, measurements } = useStage(canvas, picture, follow);
  useEffect(() => {
    const state = stage?.state();
    if (state && picture && layer) layerHandle.current?.place(state.matrix, picture);
  }, [stage, picture, layer]);
  const { hovered, handlers, clear } = useFindingHover({
    source: hover,
    matrix: () => stage?.state()?.matrix ?? null,
    imageSize: picture,
    onActiveType,
  });

  useSliceWheel(stageArea, stack);

  const run = (command: ViewerCommand) => {
    if (command === 'full-screen') return toggleFullScreen(root.current);
    if (command === 'help') return setHelpOpen(true);
    if (!stage || !picture) return;
    clear();
    if (typeof command === 'object' && 'preset' in command) {
      const chosen = presets[command.preset];
      if (chosen) stage.setWindow(chosen.window());
    } else if (typeof command === 'object') {
      setTool(command.tool);
      stage.chooseTool(command.tool);
    } else if (command === 'invert') setInverted(stage.invert());
    else if (command === 'reset') {
      stage.reset();
      setInverted(false);
    } else moves[command]?.(stage);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
    const slice = isPlain && stack ? sliceOfKey(event.key, stack) : null;
    if (stack && slice !== null) {
      event.preventDefault();
      if (!stack.disabled) stack.goTo(slice);
      return;
    }
    const command = isPlain ? commandOfKey(event.key) : null;
    if (!command) return;
    event.preventDefault();
    run(command);
  };

  return (
    <div ref={root} className={classes.viewer}>
      <ViewerToolbar
        tool={tool}
        isInverted={isInverted}
        presets={presets}
        disabled={!stage || !picture}
        run={run}
      >
        {layer && <OpacitySlider value={opacity} onChange={onOpacity} />}
      </ViewerToolbar>
      {stack && <SliceBar stack={stack} />}
      <ShortcutHelp
        opened={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        presets={presets}
        hasSlices={stack !== null}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a picture with tools is no form control */}
      <div
        ref={stageArea}
        className={classes.stage}
        data-testid="viewer-stage"
        role="group"
        aria-label={`${label}. Viewer: ${stack ? 'up and down change the slice' : 'arrow keys move'}, plus and minus zoom, square brackets change brightness, the question mark lists all keys.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that keys move must take the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <div ref={canvas} className={classes.canvas} data-hidden={!picture || undefined} />
        {picture && layer && <Layer ref={layerHandle} layer={layer} opacity={opacity} />}
        {picture && <MeasurementLabels labels={measurements} />}
        {picture && <span ref={readout} className={classes.readout} />}
        {!picture && <div className={classes.placeholder}>{placeholder}</div>}
        {failed && <p className={classes.placeholder}>The viewer could not be started in this browser.</p>}
        {hovered && <FindingTooltip finding={hovered.finding} place={hovered.place} />}
        {cover}
      </div>
    </div>
  );
}

function describe({ zoom, window }: StageState, picture: Picture | null): string {
  if (!picture) return '';
  const unit = picture.kind === 'grey' && picture.unit ? ` ${picture.unit}` : '';
  const level = window ? ` · W ${Math.round(window.width)} L ${Math.round(window.centre)}${unit}` : '';
  const detector = picture.spacing?.kind === 'imager' ? ' · mm at the detector' : '';
  return `${picture.width} × ${picture.height} px · ${Math.round(zoom * 100)} %${level}${detector}`;
}

function toggleFullScreen(element: HTMLElement | null): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen();
  change?.catch(() => {
    // The browser refused, e.g. inside a frame; the button then simply does nothing.
  });
}
