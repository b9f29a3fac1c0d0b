import type { ReportReply } from '@second-read/contract/reports';
import type { ReviewReply } from '@second-read/contract/reviews';
import { placeName } from '@second-read/core/exam/report/slice-words';
import { capitalized } from '@second-read/core/report/sentences';
import { useState } from 'react';
import { manifestOfAnalysisId } from '../../../../features/details/demo-analysis.ts';
import { KeyImageList, notKeptYet } from '../../../../features/exam/KeyImageList.tsx';
import { MeasurementList, noteOnKeeping } from '../../../../features/exam/MeasurementList.tsx';
import type { DrawingControl } from '../../../../features/review/drawing-task.ts';
import type { Wish } from '../../../../features/review/use-review.ts';
import { ViewerMessage } from '../../../../features/viewer/chrome/ViewerMessage.tsx';
import { StackLook } from '../../../../stage/look/stack-look.ts';
import { useKeptKeyImages } from '../../../../stage/look/use-kept-key-images.ts';
import {
  type ImageKeys,
  type KeptMeasurements,
  useKeptMeasurements,
} from '../../../../stage/look/use-kept-measurements.ts';
import { StatusLine } from '../../../../ui/page/StatusLine.tsx';
import { DrawnPicture } from './DrawnPicture.tsx';
import { colourOf, type PlacedSlice } from './marked-findings.ts';
import classes from './ReviewViewer.module.css';
import type { Leaving } from './use-leaving.ts';
import { useReviewedImage } from './use-reviewed-image.ts';
import { useReviewedMarks } from './use-reviewed-marks.ts';

interface ReviewViewerProps {
  reply: ReportReply;
  review: ReviewReply;
  control: DrawingControl;
  leaving: Leaving;
  onChange: (wish: Wish) => void;
  /** Of an exam: one of its images. */
  slice?: ReviewedSlice;
  /** Of a report of one image; those of an exam are its viewer's. */
  measured?: KeptMeasurements | undefined;
}

const one = 'image';
const oneImage: ImageKeys = {
  imageOf: () => ({}),
  keyOf: ({ slice, cut }) => (slice === undefined && cut === undefined ? one : null),
};

interface ReviewedSlice {
  readonly at: PlacedSlice;
  /** From 0 among the images that were read, and how many there are. */
  readonly place: number;
  readonly count: number;
  /** How the slices of the exam are looked at; undefined of views. */
  readonly look: StackLook | undefined;
}

/** An image with the findings as its reader left them, where they are outlined and measured. */
export function ReviewViewer(props: ReviewViewerProps) {
  const { reply, review, control, leaving, onChange, slice, measured } = props;
  const manifest = manifestOfAnalysisId(reply.id);
  const { at, place = 0, count, look } = slice ?? {};
  const words = reply.exam && at ? placeName(at.slice, reply.exam) : '';
  const areViews = reply.exam?.reading.views !== undefined;
  const name = areViews ? capitalized(words) : slice ? `Slice ${place + 1} of ${count}` : 'Image';
  const image = useReviewedImage(reply, at);
  const { size, spacing, labelMap } = image;
  const [ownLook] = useState(() => new StackLook());
  useKeptMeasurements(ownLook, measured, oneImage);
  useKeptKeyImages(ownLook, measured, oneImage);
  const stack = at ? look && { look, key: at.file } : { look: ownLook, key: one };
  const { marks, startOf, retry } = useReviewedMarks({
    ...{ review, manifest, size, labelMap },
    ...(at && { on: at }),
  });
  const again = () => {
    image.retry();
    retry?.();
  };
  return (
    <div className={slice ? classes.slice : classes.root}>
      {(image.isError || retry) && (
        <StatusLine onRetry={again} isBusy={image.isFetching}>
          The image or its marks could not be loaded.
        </StatusLine>
      )}
      <DrawnPicture
        {...{ review, control, leaving, onChange, size, spacing, marks, startOf }}
        label={`${name} with its findings`}
        picture={image.picture}
        placeholder={
          <ViewerMessage kind={image.isError ? 'broken' : 'empty'}>
            {image.isError ? 'The image could not be loaded.' : 'Opening the image…'}
          </ViewerMessage>
        }
        windowPresets={manifest.windowPresets}
        colourOf={(type) => colourOf(manifest, type, at)}
        {...(at && { on: { slice: at.slice, words } })}
        stack={stack}
        canChoose={measured?.keyImages.canChoose ?? false}
      />
      {!at && (
        <>
          <MeasurementList
            look={ownLook}
            nameOf={() => name}
            shown={one}
            onShow={() => {}}
            note={noteOnKeeping(measured)}
          />
          <KeyImageList
            look={ownLook}
            nameOf={() => name}
            onShow={() => {}}
            note={measured && !measured.isWriting ? notKeptYet : undefined}
          />
        </>
      )}
    </div>
  );
}
