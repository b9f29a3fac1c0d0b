import { decodeMessages } from '@second-read/core/decode/study';
import { AnalysingCover } from '../../../features/analysis/run/AnalysingCover.tsx';
import type { Step } from '../../../features/analysis/run/flow.ts';
import { DicomCard } from '../../../features/viewer/chrome/DicomCard.tsx';
import { ViewerMessage } from '../../../features/viewer/chrome/ViewerMessage.tsx';
import type { SliceStack } from '../../../stage/layout/slices.ts';
import { lookOf, type StackLook, type StackPlace } from '../../../stage/look/stack-look.ts';
import type { LoadedSource, WhyUnreadable } from '../../../stage/source/load-source.ts';
import type { Picture } from '../../../stage/source/picture.ts';
import type { StoredPictures } from '../../../stage/source/stored-pictures.ts';
import { ReportViewer, type ReportViewerProps } from '../reports/ReportViewer.tsx';

interface AnalysisCentreProps
  extends Pick<
    ReportViewerProps,
    'manifest' | 'view' | 'pictures' | 'document' | 'marks' | 'centre' | 'outlined' | 'onActiveType'
  > {
  hasImage: boolean;
  /** The chosen file as decoded by the browser; null while decoding. */
  local: LoadedSource | null;
  /** If the file is one of a stack. */
  slices: SliceStack | null;
  /** How the images of its stack are looked at. */
  look: StackLook | null;
  /** While an analysis runs. */
  step: Step | null;
  onCancel: () => void;
}

/** The picture in the middle of an analysis screen, in the chosen view. */
export function AnalysisCentre(props: AnalysisCentreProps) {
  const { hasImage: _, local, look: __, slices, step, onCancel, ...shown } = props;
  return (
    <ReportViewer
      {...shown}
      picture={basePicture(local, props.pictures)}
      slices={slices}
      place={placeOf(props)}
      toolsBeside
      placeholder={<Placeholder {...props} />}
      cover={step && <AnalysingCover step={step} onCancel={onCancel} />}
    />
  );
}

/** An image is looked at as it was before its analysis, and as the other slices of its stack. */
function placeOf({ local, slices, look }: AnalysisCentreProps): StackPlace | undefined {
  if (slices && look) return { look, key: String(slices.index) };
  return local?.kind === 'picture' && local.dicom === null
    ? { look: lookOf(local), key: 'image' }
    : undefined;
}

/** A DICOM decoded here keeps its full depth; anything else is shown as stored by the server. */
function basePicture(local: LoadedSource | null, pictures: StoredPictures | null): Picture | null {
  const own = local?.kind === 'picture' ? local.picture : null;
  const stored = pictures?.original ?? null;
  if (!stored) return own;
  const isDicom = local?.kind === 'picture' && local.dicom !== null;
  const isSameSize = own?.width === stored.width && own.height === stored.height;
  return isDicom && isSameSize ? own : stored;
}

function Placeholder({ hasImage, local }: AnalysisCentreProps) {
  if (!hasImage)
    return <ViewerMessage kind="empty">Upload an image or pick a sample to begin.</ViewerMessage>;
  if (local === null) return <ViewerMessage kind="empty">Opening the image…</ViewerMessage>;
  if (local.kind === 'card') return <DicomCard facts={local.dicom} />;
  const why = local.kind === 'unreadable' ? local.why : 'not-drawn';
  return <ViewerMessage kind="broken">{unreadableWords[why]}</ViewerMessage>;
}

const unreadableWords: Readonly<Record<WhyUnreadable, string>> = {
  damaged: 'This file is damaged or incomplete and cannot be analyzed. Choose another copy of it.',
  'not-read': 'This kind of file cannot be analyzed. Choose DICOM, JPEG, PNG, WebP, TIFF, GIF or BMP.',
  animated: decodeMessages.animated,
  compressed_bitmap: decodeMessages.compressed_bitmap,
  too_large_for_format: decodeMessages.too_large_for_format,
  'not-drawn': 'This browser cannot show this image before its analysis.',
};
