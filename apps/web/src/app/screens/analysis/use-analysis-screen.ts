import type { MaskBox } from '@second-read/contract/analyses';
import type { GallerySample, ModuleManifest, ViewId } from '@second-read/core/analysis/manifest';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../../api/account/rights.ts';
import { apiMessages } from '../../../api/calls/errors.ts';
import { useModulesOff } from '../../../api/organization/settings.ts';
import { reportDocument } from '../../../api/reports/report-document.ts';
import { labelMapOf, reportImages } from '../../../api/reports/reports.ts';
import { handOver, moduleOfRefusal, takeHandedOver } from '../../../features/analysis/image/hand-over.ts';
import { usePatientId } from '../../../features/analysis/patient/use-patient-id.ts';
import { useUsage } from '../../../features/analysis/run/UsageBar.tsx';
import { useAnalysis } from '../../../features/analysis/run/use-analysis.ts';
import { useShakeOutside } from '../../../features/analysis/run/use-shake-outside.ts';
import { usePictures } from '../../../features/camera/pictures/use-pictures.ts';
import type { ToKeep } from '../../../features/outbox/outbox.ts';
import { useKeptWords } from '../../../features/outbox/use-outbox.ts';
import { isTour } from '../../../features/tour/tour-address.ts';
import { useFindingMarks } from '../../../features/viewer/findings/use-finding-marks.ts';
import { useFindingCentre } from '../../../features/viewer/findings/use-findings-display.ts';
import { loadStoredPictures } from '../../../stage/source/stored-pictures.ts';
import { useLoadedSource } from '../../../stage/source/use-loaded-source.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { useOnline } from '../../../ui/use-online.ts';
import { useOpenSeries } from '../series/use-open-series.ts';
import { openingView } from './opening-view.ts';
import { useFilePatient } from './use-file-patient.ts';
import { useOtherPatient } from './use-other-patient.ts';

/** Why nothing can be analyzed here; null where it can. */
function useWhyClosed({ id, title }: ModuleManifest): string | null {
  const mayUpload = useMay('upload');
  const whyOff = useModulesOff()(id);
  if (!mayUpload) return 'Your role lets you read reports, not analyze images.';
  if (whyOff === null) return null;
  return `${title} is switched off in your organization: ${whyOff} Earlier reports stay readable.`;
}

/** State and actions of an analysis screen; the screen itself only does the layout. */
export function useAnalysisScreen(manifest: ModuleManifest) {
  const { flow, dispatch, ...analysis } = useAnalysis({
    manifest,
    loadPictures: (reply, signal) =>
      loadStoredPictures(
        { urls: reportImages(manifest, reply), types: manifest.findingTypes, study: reply.study },
        signal,
      ),
  });
  const leftRef = useRef<HTMLElement>(null);
  const patient = usePatientId();
  const usage = useUsage(manifest);
  const camera = usePictures(patient.value.trim());
  const stack = useOpenSeries(manifest, flow, dispatch);
  const image = flow.state === 'empty' ? null : flow.image;
  const source = image && { file: image.file, frame: image.frame ?? null, isOfStack: stack.isOpen };
  const local = useLoadedSource(source, manifest.displayWindow);
  // Samples may be analysed repeatedly.
  const toBeRead = useMemo(
    () => (image && image.from !== 'gallery' ? [{ frame: image.frame, file: async () => image.file }] : null),
    [image],
  );
  const navigate = useNavigate();
  const patientChange = useRef(patient.field.onChange);
  useEffect(() => {
    const handed = takeHandedOver(manifest.id);
    if (!handed) return;
    dispatch({ type: 'choose', image: handed.image });
    if (handed.patientId !== null) patientChange.current(handed.patientId);
  }, [manifest.id, dispatch]);
  const { reread: order } = stack;
  useEffect(() => {
    if (order) patientChange.current(order.patientId);
  }, [order]);
  // Another patient ID is another exam.
  const reread = order && patient.value.trim() === order.patientId ? order : null;
  const result = flow.state === 'done' ? flow.result : null;
  const document = useMemo(() => result && reportDocument(result.reply), [result]);
  const marks = useFindingMarks(result && labelMapOf(manifest, result.reply));
  const centre = useFindingCentre(marks);
  const [activeType, setActiveType] = useState<string | null>(null);
  /** Continues after a generated patient ID is confirmed. */
  const [awaiting, setAwaiting] = useState<(() => void) | null>(null);
  const [isPatientModalOpen, setPatientModalOpen] = useState(false);
  useShakeOutside({
    panel: leftRef,
    isWatched: manifest.shakesPatientField === true && patient.isMissing,
    shake: patient.shake,
  });
  const isBusy = flow.state === 'analysing';
  const closed = useWhyClosed(manifest);
  const isLocked = isBusy || usage.isReached || closed !== null;

  const aside = flow.state === 'chosen' || flow.state === 'analysing' ? (flow.aside ?? null) : null;

  const changePatient = (next: string) => {
    // A report belongs to its patient ID: another ID starts a new exam.
    if (result && next.trim() !== result.reply.patient_id) dispatch({ type: 'set-aside' });
    patient.field.onChange(next);
  };
  const problem = flow.state === 'empty' || flow.state === 'chosen' ? flow.problem : null;
  const isUnfit = local?.kind === 'unreadable' && local.why !== 'not-drawn';
  // A picture of the camera is of the patient under whose ID it was taken.
  const owner = image ? camera.takenFor(image.file) : undefined;
  const isOfOther = owner !== undefined && owner !== camera.patientId;
  /** The module that a refused picture belongs to. */
  const otherModule = () => {
    const other = problem?.kind === 'refused' ? moduleOfRefusal(problem.message) : null;
    if (!other || !image) return null;
    const open = () => {
      handOver({ to: other.id, image, patientId: patient.isGenerated ? null : patient.value });
      void navigate(other.route);
    };
    return { title: other.title, open };
  };
  const isOnline = useOnline();
  const isOffLine = !isOnline || problem?.message === apiMessages.noResponse;
  /** What is kept in the browser where a picture or file cannot be sent now; null where it can. */
  const later = (): (() => ToKeep) | null => {
    if (flow.state !== 'chosen' || !image || closed !== null || !isOffLine || isOfOther) return null;
    const { file, from, capture, frame } = image;
    // One of several slices or frames is named by what is around it, and the archive is asked by the server.
    if (from === 'gallery' || from === 'pacs' || frame !== undefined || stack.stack !== null) return null;
    const { value: patientId, isGenerated } = patient;
    const facts = { patientId, isGenerated, isLive: from === 'camera', ...(capture && { capture }) };
    return () => ({
      key: analysis.keyOf(image, patient),
      module: manifest.id,
      file,
      facts: { ...facts, fileName: file.name, fileType: file.type },
    });
  };
  const start = () => {
    if (!image || isUnfit || isLocked || isOfOther) return;
    const goOn = (isConfirmed: boolean) => void analysis.start(image, { ...patient, isConfirmed });
    // A sample belongs to no patient.
    if (image.from === 'gallery' && !patient.isMissing) goOn(true);
    else withPatient(goOn);
  };
  const identity =
    (stack.state.status === 'open' ? stack.state.files.identity : null) ??
    (local && local.kind !== 'unreadable' ? (local.dicom?.identity ?? null) : null);
  // What the camera took, and another series of an exam that was read, are of the patient in the field.
  const isOfField = owner !== undefined || order !== null;
  useFilePatient(
    isOfField
      ? { file: null, fileId: null }
      : { file: image?.file ?? null, fileId: identity?.patientId ?? null },
    { ...patient, onChange: changePatient },
  );
  const otherPatient = useOtherPatient({
    subject: stack.state.status === 'open' ? stack.state.files : image,
    ...{ identity, patientId: patient.value, isGenerated: patient.isGenerated },
    onPatientId: (next) => changePatient(next),
    focus: patient.focus,
    told:
      problem?.kind === 'other-patient' && image
        ? {
            message: problem.message.replace(/ Nothing was stored.*/, ''),
            dismiss: () => dispatch({ type: 'dismiss' }),
            retry: () => void analysis.start(image, { ...patient, isConfirmed: true }),
          }
        : null,
  });
  /** Asks for a missing patient ID, and to confirm a generated one or one that is not the file's. */
  const withPatient = (goOn: (isConfirmed: boolean) => void) => {
    if (patient.isMissing) {
      patient.shake();
      setPatientModalOpen(true);
    } else if (patient.isUnconfirmed) setAwaiting(() => () => goOn(false));
    else otherPatient.ask(goOn);
  };
  return {
    flow,
    image,
    toBeRead,
    // Masked parts stay hidden in the result.
    local: result?.isMasked ? null : local,
    result,
    marks,
    centre,
    document,
    textReview:
      flow.state === 'chosen' && flow.proposal
        ? {
            proposal: flow.proposal,
            onSend: (masks: readonly MaskBox[]) =>
              void analysis.start(flow.image, { ...patient, isConfirmed: otherPatient.isConfirmed }, masks),
            onClose: () => dispatch({ type: 'dismiss' }),
          }
        : null,
    problem,
    otherModule: otherModule(),
    isUnfit,
    /** Under which ID the picture was taken, where the field has another one. */
    otherOwner: isOfOther ? owner : null,
    isTour: useTourSample(manifest, flow.state === 'empty' && !isLocked ? stack.sample : null),
    step: flow.state === 'analysing' ? flow.step : null,
    isBusy,
    isLocked,
    /** Why nothing can be analyzed here; null where it can. */
    closed,
    patient: { ...patient, field: { ...patient.field, onChange: changePatient } },
    newExam: aside && {
      patientId: patient.value,
      formerPatientId: aside.reply.patient_id,
      disabled: isBusy,
      onBack: () => {
        dispatch({ type: 'take-back' });
        patient.field.onChange(aside.reply.patient_id);
      },
    },
    usage,
    camera,
    keptWords: useKeptWords(),
    later: later(),
    keptForLater: (key: string) => {
      if (image) camera.markKept(image.file, key);
      stack.close();
    },
    stack,
    /** The exam whose other series is to be read; null for a new exam. */
    reread,
    withPatient,
    leftRef,
    activeType,
    setActiveType,
    /** What the open file or series names. */
    identity,
    suggestedPatientId: identity?.patientId ?? null,
    otherPatientModal: otherPatient.modal,
    isPatientConfirmed: otherPatient.isConfirmed,
    generatedIdModal: {
      opened: awaiting !== null,
      patientId: patient.value,
      onConfirm: () => {
        patient.confirm();
        setAwaiting(null);
        awaiting?.();
      },
      onClose: () => {
        setAwaiting(null);
        patient.focus();
      },
    },
    patientModal: {
      opened: isPatientModalOpen,
      onClose: () => {
        setPatientModalOpen(false);
        patient.focus();
      },
    },
    start,
    cancel: () => void analysis.cancel(),
    clear: stack.clear,
    dismiss: () => dispatch({ type: 'dismiss' }),
    startAnother: () => {
      stack.close();
      camera.clear();
      patient.regenerate();
    },
    ...useView(manifest, result),
  };
}

/** Opens the first sample where the guided first run leads here. @returns whether it does */
function useTourSample(
  { gallery }: ModuleManifest,
  onSample: ((sample: GallerySample) => void) | null,
): boolean {
  const isOn = isTour(useSearchParams()[0]);
  const wasOpened = useRef(false);
  useEffect(() => {
    const [sample] = gallery;
    if (!isOn || wasOpened.current || onSample === null || sample === undefined) return;
    wasOpened.current = true;
    onSample(sample);
  }, [isOn, gallery, onSample]);
  return isOn;
}

/** A new result opens on its own view, or the account's; before there is one, only the input can be seen. */
function useView(manifest: ModuleManifest, result: object | null) {
  const [chosen, setChosen] = useState<{ of: object; view: ViewId } | null>(null);
  const own = chosen?.of === result ? chosen?.view : undefined;
  const { opening_view: wanted } = usePreferences();
  return {
    /** What opens with its findings outlined. */
    outlined: wanted === 'outlines' ? result : null,
    view: result ? (own ?? openingView(manifest, wanted)) : 'input',
    setView: (view: ViewId) => result && setChosen({ of: result, view }),
  };
}
