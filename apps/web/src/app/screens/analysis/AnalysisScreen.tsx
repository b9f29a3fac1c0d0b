import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { AnalysisLayout } from '../../../features/analysis/AnalysisLayout.tsx';
import { PatientIdModal, TrialLimitModal } from '../../../features/analysis/AnalysisModals.tsx';
import { DropZone } from '../../../features/analysis/image/DropZone.tsx';
import { KnownNotice } from '../../../features/analysis/image/KnownNotice.tsx';
import { SampleGallery } from '../../../features/analysis/image/SampleGallery.tsx';
import { UploadPicker } from '../../../features/analysis/image/UploadPicker.tsx';
import { ViewSelect } from '../../../features/analysis/image/ViewSelect.tsx';
import { NewExamNotice } from '../../../features/analysis/patient/NewExamNotice.tsx';
import { PatientIdField } from '../../../features/analysis/patient/PatientIdField.tsx';
import { GeneratedIdModal, OtherPatientModal } from '../../../features/analysis/patient/PatientQuestion.tsx';
import { AnalyseControls } from '../../../features/analysis/run/AnalyseControls.tsx';
import { ClosedNotice } from '../../../features/analysis/run/ClosedNotice.tsx';
import { ProblemNotice } from '../../../features/analysis/run/ProblemNotice.tsx';
import { TextReview } from '../../../features/analysis/text-review/TextReview.tsx';
import { StartBatch } from '../../../features/batch/start/StartBatch.tsx';
import { OwnerNotice } from '../../../features/camera/pictures/OwnerNotice.tsx';
import { numberedNote } from '../../../features/camera/pictures/pictures-taken.ts';
import { TakePicture } from '../../../features/camera/TakePicture.tsx';
import { KeepForLater } from '../../../features/outbox/KeepForLater.tsx';
import { FromPacs } from '../../../features/pacs/FromPacs.tsx';
import { RereadNotice } from '../../../features/series/RereadNotice.tsx';
import { SeriesNote } from '../../../features/series/SeriesNote.tsx';
import { StudyQuestion } from '../../../features/series/StudyQuestion.tsx';
import { TourCard } from '../../../features/tour/TourCard.tsx';
import { lookOf } from '../../../stage/look/stack-look.ts';
import { PendingBanner } from '../../../ui/PatientBanner.tsx';
import { PaneBoundary } from '../../../ui/page/PaneBoundary.tsx';
import { paths } from '../../paths.ts';
import { AnalysisCentre } from './AnalysisCentre.tsx';
import { AnalysisReport } from './AnalysisReport.tsx';
import { examStatement, whySuggested } from './exam-statement.ts';
import { ResultBanner } from './ResultBanner.tsx';
import { useAnalysisScreen } from './use-analysis-screen.ts';
import '../../../ui/mantine-app.css';

type Screen = ReturnType<typeof useAnalysisScreen>;

interface PartProps {
  manifest: ModuleManifest;
  screen: Screen;
}

/** The analysis screen of any module: patient and image, picture, report. */
export function AnalysisScreen({ manifest }: { manifest: ModuleManifest }) {
  const screen = useAnalysisScreen(manifest);
  const { result } = screen;
  return (
    <DropZone onFiles={screen.stack.choose} onDrop={screen.stack.drop} disabled={screen.isLocked}>
      <AnalysisLayout
        title={manifest.title}
        leftRef={screen.leftRef}
        hasResult={result !== null}
        chosen={screen.stack.name ?? screen.image?.file.name ?? null}
        chosenImage={screen.stack.name ?? screen.image?.file ?? null}
        patientAsked={screen.patient.asked}
        onPatient={screen.patient.focus}
        banner={<Banner manifest={manifest} screen={screen} />}
        viewSelect={
          <ViewSelect
            views={manifest.views}
            value={screen.view}
            unavailable={new Set(result ? [] : ['segmented', 'overlay'])}
            onChange={screen.setView}
          />
        }
        left={<Left manifest={manifest} screen={screen} />}
        controls={<Controls manifest={manifest} screen={screen} />}
        centre={
          <PaneBoundary what="The image">
            <AnalysisCentre
              manifest={manifest}
              view={screen.view}
              hasImage={screen.image !== null || screen.stack.state.status === 'reading'}
              slices={screen.stack.stack}
              look={screen.stack.open && lookOf(screen.stack.open.slices)}
              local={screen.local}
              pictures={result?.pictures ?? null}
              document={screen.document}
              marks={screen.marks}
              centre={screen.centre}
              outlined={screen.outlined}
              step={screen.step}
              onCancel={screen.cancel}
              onActiveType={screen.setActiveType}
            />
          </PaneBoundary>
        }
        report={<Report manifest={manifest} screen={screen} />}
      />
      {screen.textReview && <TextReview {...screen.textReview} />}
      <PatientIdModal {...screen.patientModal} />
      <GeneratedIdModal {...screen.generatedIdModal} />
      <OtherPatientModal {...screen.otherPatientModal} />
      {screen.stack.question && <StudyQuestion {...screen.stack.question} />}
      <TrialLimitModal
        manifest={manifest}
        opened={screen.problem?.kind === 'limit'}
        onClose={screen.dismiss}
      />
    </DropZone>
  );
}

/** Stands from the choice of an image on, so that the picture stays where it is when the report comes. */
function Banner({ manifest, screen }: PartProps) {
  const { result, document, image, patient } = screen;
  if (result && document)
    return (
      <ResultBanner key={result.reply.id} manifest={manifest} reply={result.reply} document={document} />
    );
  return (
    image && (
      <PendingBanner
        patientId={screen.otherOwner ?? patient.value}
        isGenerated={screen.otherOwner === null && patient.isGenerated}
        named={screen.identity}
      />
    )
  );
}

function Left({ manifest, screen }: PartProps) {
  const { image, patient, stack, isBusy, isLocked, closed, camera } = screen;
  return (
    <>
      {closed !== null && <ClosedNotice>{closed}</ClosedNotice>}
      <PatientIdField {...patient.field} suggestion={screen.suggestedPatientId} disabled={isBusy} />
      {manifest.camera && (
        <TakePicture
          manifest={manifest}
          pictures={camera}
          disabled={isLocked}
          chosen={image?.file ?? null}
          keptWords={screen.keptWords}
          onPatient={patient.field.onChange}
          onChoose={({ id, file, isLive, note }) =>
            stack.taken(file, numberedNote(camera.pictures, id) ?? note, isLive)
          }
        />
      )}
      <UploadPicker
        onFiles={stack.choose}
        disabled={isLocked}
        chosen={stack.name ?? image?.file.name ?? null}
        canClear={!isBusy}
        onClear={screen.clear}
        onBringBack={stack.bringBack}
      />
      <FromPacs
        patientId={patient.field.isGenerated ? '' : patient.value}
        disabled={isLocked}
        onPicture={({ file, origin, patientId }) => {
          stack.fromPacs(file, origin);
          if (patientId !== '') patient.field.onChange(patientId);
        }}
        onSeries={
          moduleOf(manifest.id).exam
            ? ({ files, patientId }) => {
                stack.choose(files);
                if (patientId !== '') patient.field.onChange(patientId);
              }
            : null
        }
      />
      <SeriesNote
        state={stack.state}
        noun={stack.noun}
        disabled={isBusy}
        reason={whySuggested(manifest)}
        onChoose={stack.chooseSeries}
      />
      <SampleGallery
        manifest={manifest}
        onSample={stack.sample}
        disabled={isLocked}
        chosen={image?.from === 'gallery' ? image.file.name : null}
      />
    </>
  );
}

function Controls({ manifest, screen }: PartProps) {
  const { flow, image, problem, isLocked, isBusy, stack } = screen;
  const isDone = flow.state === 'done';
  const patientId = screen.patient.isGenerated ? '' : screen.patient.value;
  const isExam = moduleOf(manifest.id).exam !== undefined && (stack.open?.slices.length ?? 0) > 1;
  return (
    <>
      {screen.isTour && <TourCard manifest={manifest} state={flow.state} endPath={paths.dashboard} />}
      {screen.reread && (
        <RereadNotice reread={screen.reread} isOpen={stack.isOpen} onNewExam={stack.forgetReread} />
      )}
      {isExam && <WholeSeries manifest={manifest} screen={screen} />}
      <AnalyseControls
        isBusy={isBusy}
        canStart={
          image !== null &&
          !isDone &&
          !isLocked &&
          stack.isSettled &&
          !screen.isUnfit &&
          screen.otherOwner === null
        }
        onStart={screen.start}
        onAnother={isDone ? screen.startAnother : null}
        onOtherSlice={isDone && stack.stack ? stack.back : null}
        usage={screen.usage}
        isSecondary={isExam || screen.later !== null}
      />
      {flow.state === 'chosen' && (
        <KnownNotice manifest={manifest} pictures={screen.toBeRead} noun="image" patientId={patientId} />
      )}
      {!isExam && <WholeSeries manifest={manifest} screen={screen} />}
      {screen.later && (
        <KeepForLater picture={screen.later} withPatient={screen.withPatient} onKept={screen.keptForLater} />
      )}
      {screen.otherOwner !== null && (
        <OwnerNotice owner={screen.otherOwner} patientId={screen.patient.value} />
      )}
      {screen.newExam && <NewExamNotice {...screen.newExam} />}
      {problem && problem.kind !== 'other-patient' && (
        <ProblemNotice
          manifest={manifest}
          problem={problem}
          onDismiss={screen.dismiss}
          onRetry={image && !isLocked ? screen.start : null}
          other={screen.otherModule}
        />
      )}
    </>
  );
}

/** What reads all that is open, an exam or slice by slice; nothing where one image is open. */
function WholeSeries({ manifest, screen }: PartProps) {
  const { patient, stack } = screen;
  const { noun, open } = stack;
  if (!open || open.slices.length < 2 || screen.closed !== null) return null;
  return (
    <>
      <KnownNotice
        manifest={manifest}
        pictures={open.slices}
        noun={noun}
        patientId={patient.isGenerated ? '' : patient.value}
      />
      <StartBatch
        manifest={manifest}
        kind={moduleOf(manifest.id).exam ? 'exam' : 'slices'}
        slices={open.slices}
        statement={examStatement(manifest, stack.state, screen.reread?.reportId)}
        isOneSize={open.isOneSize}
        noun={noun}
        patientId={patient.value}
        isConfirmed={screen.isPatientConfirmed}
        isGenerated={patient.isGenerated || screen.reread?.isGenerated === true}
        withPatient={screen.withPatient}
        missing={stack.passedOver}
        usage={screen.usage}
      />
    </>
  );
}

function Report({ manifest, screen }: PartProps) {
  return (
    <AnalysisReport
      key={screen.result?.reply.id ?? 'none'}
      manifest={manifest}
      hasImage={screen.image !== null}
      result={screen.result}
      document={screen.document}
      activeType={screen.activeType}
      centre={screen.centre}
    />
  );
}
