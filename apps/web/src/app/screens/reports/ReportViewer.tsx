import type { ModuleManifest, ViewId } from '@second-read/core/analysis/manifest';
import type { ReportDocument } from '@second-read/core/report/document';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { hoverSource } from '../../../features/viewer/findings/hover-source.ts';
import type { FindingMarksState } from '../../../features/viewer/findings/use-finding-marks.ts';
import {
  type FindingsDisplay,
  type useFindingCentre,
  useFindingsDisplay,
} from '../../../features/viewer/findings/use-findings-display.ts';
import { ImageViewer } from '../../../features/viewer/ImageViewer.tsx';
import type { ViewerLink } from '../../../stage/layout/linked-views.ts';
import type { SliceStack } from '../../../stage/layout/slices.ts';
import type { StackPlace } from '../../../stage/look/stack-look.ts';
import type { Picture } from '../../../stage/source/picture.ts';
import type { StoredPictures } from '../../../stage/source/stored-pictures.ts';

export interface ReportViewerProps {
  manifest: ModuleManifest;
  view: ViewId;
  /** The base image of every view. */
  picture: Picture | null;
  /** The stored pictures of a result. */
  pictures: StoredPictures | null;
  document: ReportDocument | null;
  /** The findings to draw. */
  marks: FindingMarksState;
  /** How the report asks for them. */
  centre: ReturnType<typeof useFindingCentre>;
  /** A result whose findings are outlined as it opens. */
  outlined?: object | null;
  onActiveType: (type: string | null) => void;
  placeholder: ReactNode;
  cover?: ReactNode;
  link?: ViewerLink;
  toolsBeside?: boolean;
  /** Where the picture is one of a stack. */
  slices?: SliceStack | null;
  place?: StackPlace | undefined;
}

const nothing: ReportDocument['findings'] = [];

/** The picture of a report in one of the module's views, its findings under the pointer. */
export function ReportViewer(props: ReportViewerProps) {
  const { manifest, view, pictures, document, marks, centre, outlined = null, ...others } = props;
  const display = useFindingsDisplay(marks, document?.findings);
  useOutlined(outlined, display);
  useEffect(() => {
    centre.held.current = display.centre;
  });
  const [opacities, setOpacities] = useState<Partial<Record<ViewId, number>>>({});
  const layer = view === 'segmented' ? pictures?.segmented : view === 'overlay' ? pictures?.overlay : null;
  const startsAt = view === 'overlay' && pictures?.isOverlayComposed ? 0.5 : 1;
  const segmented = layer ? (pictures?.segmented ?? null) : null;
  const pointed = { manifest, segmented, display };
  return (
    <ImageViewer
      {...others}
      label={manifest.views.find(({ id }) => id === view)?.label ?? 'Input Image'}
      layer={layer ?? null}
      opacity={opacities[view] ?? startsAt}
      onOpacity={(opacity) => setOpacities({ ...opacities, [view]: opacity })}
      colours={coloursOf(manifest, view, pictures)}
      windowPresets={manifest.windowPresets}
      hover={document && hoverSource({ ...pointed, findings: document.findings })}
      findings={display}
      numbered={document?.findings ?? nothing}
    />
  );
}

/** Outlines the findings of a result once they are here; what the reader then chooses stays. */
function useOutlined(result: object | null, { marks, outlineAll }: FindingsDisplay): void {
  const last = useRef<object | null>(null);
  useEffect(() => {
    if (result === null || last.current === result || marks.length === 0) return;
    last.current = result;
    outlineAll();
  }, [result, marks, outlineAll]);
}

/** The colours that occur; an overlay composed here shows those of findings alone. */
function coloursOf(
  { colourKey, findingTypes }: ModuleManifest,
  view: ViewId,
  pictures: StoredPictures | null,
) {
  const present = colourKey.filter(({ colour }) => pictures?.colours.has(colour));
  if (view !== 'overlay' || !pictures?.isOverlayComposed) return present;
  const marked = new Set(findingTypes.map(({ colour }) => colour));
  return present.filter(({ colour }) => marked.has(colour));
}
