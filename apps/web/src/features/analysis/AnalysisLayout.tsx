import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { useSession } from '../../api/account/session.ts';
import { BottomSheet } from '../../ui/BottomSheet.tsx';
import { useIsNarrow } from '../../ui/use-media.ts';
import { FoldButton } from '../../ui/workspace/FoldButton.tsx';
import { PanelSeparator } from '../../ui/workspace/PanelSeparator.tsx';
import { useFoldedPanel } from '../../ui/workspace/use-folded-panel.ts';
import { usePanelWidth, type WidthLimits } from '../../ui/workspace/use-panel-width.ts';
import classes from './AnalysisLayout.module.css';
import { useSheet, useWhenChanged } from './use-sheet.ts';

interface AnalysisLayoutProps {
  title: string;
  /** Beside the title: whose picture this is. */
  banner: ReactNode;
  /** At the end of the head: what is shown in the centre. */
  viewSelect: ReactNode;
  left: ReactNode;
  /** What starts the analysis, and what it says at once: above the picture where the columns stack. */
  controls: ReactNode;
  centre: ReactNode;
  report: ReactNode;
  leftRef: Ref<HTMLElement>;
  hasResult: boolean;
  /** What is chosen: on phone and tablet the picture then comes first, patient and upload are in a sheet. */
  chosen: string | null;
  /** Another one each time that an image is chosen: two of one name are two images. */
  chosenImage: unknown;
  /** Counts how often the patient ID was asked for, which on a narrow screen opens its sheet. */
  patientAsked: number;
  /** Leads into the field of the patient ID. */
  onPatient: () => void;
}

/**
 * The three columns of every analysis screen. On a tablet patient and upload move into a sheet once there is
 * an image; the picture keeps the report beside it.
 */
export function AnalysisLayout(props: AnalysisLayoutProps) {
  const { title, banner, viewSelect, left, controls, centre, report, leftRef, hasResult, chosen } = props;
  useTopOnPhone(hasResult);
  const isNarrow = useIsNarrow();
  const hasSheet = isNarrow && (hasResult || chosen !== null);
  const owner = useSession().user?.id;
  const { isFolded, toggle } = useFoldedPanel('analysis-left', owner);
  const panel = usePanelWidth('analysis-report', owner, limits);
  return (
    <div className={classes.screen}>
      <title>{`${title} · Second Read`}</title>
      <header className={classes.header}>
        <FoldButton
          side="left"
          what="patient and upload"
          className={classes.fold}
          isFolded={isFolded}
          controls={leftId}
          onClick={toggle}
        />
        <h1 className={classes.title}>{title}</h1>
        <div className={classes.banner} data-chosen={chosen !== null || undefined}>
          {banner}
        </div>
        {viewSelect}
      </header>
      <div
        className={classes.columns}
        data-result={hasResult || undefined}
        data-sheet={hasSheet || undefined}
        data-folded={isFolded || undefined}
        style={{ '--side-width': `${panel.width}px` }}
      >
        {!hasSheet && (
          <section
            ref={leftRef}
            id={leftId}
            className={classes.left}
            aria-label="Patient and image"
            data-screen-only
          >
            {left}
          </section>
        )}
        <section className={classes.controls} aria-label="Analysis" data-screen-only>
          {hasSheet && (
            <PatientSheet
              {...{ chosen, leftRef }}
              chosenImage={props.chosenImage}
              patientAsked={props.patientAsked}
              onPatient={props.onPatient}
            >
              {left}
            </PatientSheet>
          )}
          {controls}
        </section>
        <section className={classes.centre} aria-label="Image">
          {centre}
        </section>
        <div className={classes.separator} data-screen-only>
          <PanelSeparator panel={panel} controls={reportId} label="Width of the panel Analysis and report" />
        </div>
        {/* Another one when the report comes: all of it is new, and nothing of it moves. */}
        <section
          key={hasResult ? 'report' : 'pending'}
          id={reportId}
          className={classes.report}
          aria-label="Analysis and report"
        >
          {report}
          {/* Every report says it itself. */}
          {!hasResult && <p className={classes.notice}>Research use only. Not for primary diagnosis.</p>}
        </section>
      </div>
      {/* Always there: a screen reader speaks what changes within it, not what appears with its text. */}
      <VisuallyHidden aria-live="polite">{hasResult ? 'The report is ready.' : ''}</VisuallyHidden>
    </div>
  );
}

type PatientSheetProps = Pick<
  AnalysisLayoutProps,
  'chosen' | 'chosenImage' | 'patientAsked' | 'onPatient' | 'leftRef'
>;

/** On a phone or tablet: patient and upload in a sheet, behind a button beside the primary action. */
function PatientSheet(props: PatientSheetProps & { children: ReactNode }) {
  const { chosen, chosenImage, patientAsked, onPatient, leftRef, children } = props;
  const { isOpen, open, close } = useSheet();
  const [isAsked, setAsked] = useState(false);
  // Another image was chosen in it: it has done what it was opened for.
  useWhenChanged(chosenImage, close);
  useWhenChanged(patientAsked, () => {
    setAsked(true);
    open();
  });
  const onShown = () => {
    if (isAsked) onPatient();
    setAsked(false);
  };
  return (
    <>
      <Button
        className={classes.sheetButton}
        fullWidth
        variant="default"
        size="md"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={chosen ?? undefined}
        onClick={open}
      >
        Patient and image
      </Button>
      <BottomSheet title="Patient and image" opened={isOpen} onClose={close} onShown={onShown}>
        <section ref={leftRef} className={classes.left} aria-label="Patient and image">
          {children}
        </section>
      </BottomSheet>
    </>
  );
}

const leftId = 'patient-and-image';
const reportId = 'analysis-and-report';

const limits: WidthLimits = { least: 280, most: 640, usual: window.innerWidth < 1920 ? 336 : 440 };

/** A phone that stood at the button shows the result from its beginning; wider screens have both in sight. */
function useTopOnPhone(hasResult: boolean): void {
  useEffect(() => {
    if (hasResult && window.matchMedia('(max-width: 767px)').matches) window.scrollTo({ top: 0 });
  }, [hasResult]);
}
