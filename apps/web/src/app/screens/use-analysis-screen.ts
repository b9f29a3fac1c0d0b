import type { MaskBox } from '@second-read/contract/analyses';
import type { ModuleManifest, ViewId } from '@second-read/core/analysis/manifest';
import { useRef, useState } from 'react';
import { reportDocument } from '../../api/report-document.ts';
import { reportImages } from '../../api/reports.ts';
import { useUsage } from '../../features/analysis/UsageBar.tsx';
import { useAnalysis } from '../../features/analysis/use-analysis.ts';
import { useChooseImage } from '../../features/analysis/use-choose-image.ts';
import { usePatientId } from '../../features/analysis/use-patient-id.ts';
import { useShakeOutside } from '../../features/analysis/use-shake-outside.ts';
import { loadStoredPictures } from '../../features/viewer/stored-pictures.ts';
import { useLoadedSource } from '../../features/viewer/use-loaded-source.ts';

/** All that an analysis screen knows and can do; the screen itself only lays it out. */
export function useAnalysisScreen(manifest: ModuleManifest) {
  const { flow, dispatch, ...analysis } = useAnalysis({
    manifest,
    loadPictures: (reply, signal) =>
      loadStoredPictures(reportImages(manifest, reply), manifest.findingTypes, signal),
  });
  const leftRef = useRef<HTMLElement>(null);
  const patient = usePatientId();
  const usage = useUsage(manifest);
  const choose = useChooseImage(manifest, dispatch);
  const image = flow.state === 'empty' ? null : flow.image;
  const local = useLoadedSource(image?.file ?? null, manifest.displayWindow);
  const result = flow.state === 'done' ? flow.result : null;
  const [activeType, setActiveType] = useState<string | null>(null);
  const [isPatientModalOpen, setPatientModalOpen] = useState(false);
  useShakeOutside({
    panel: leftRef,
    isWatched: manifest.id === 'brain-ct' && patient.isMissing,
    shake: patient.shake,
  });
  const isBusy = flow.state === 'analysing';
  const isLocked = isBusy || usage.isReached;

  const start = () => {
    if (!image || isLocked) return;
    if (!patient.isMissing) return void analysis.start(image, patient.value);
    patient.shake();
    setPatientModalOpen(true);
  };
  return {
    flow,
    image,
    // What was hidden is not to be seen in the result either.
    local: result?.isMasked ? null : local,
    result,
    document: result && reportDocument(result.reply),
    textReview:
      flow.state === 'chosen' && flow.proposal
        ? {
            proposal: flow.proposal,
            onSend: (masks: readonly MaskBox[]) => void analysis.start(flow.image, patient.value, masks),
            onClose: () => dispatch({ type: 'dismiss' }),
          }
        : null,
    problem: flow.state === 'empty' || flow.state === 'chosen' ? flow.problem : null,
    step: flow.state === 'analysing' ? flow.step : null,
    isBusy,
    isLocked,
    patient,
    usage,
    choose,
    leftRef,
    activeType,
    setActiveType,
    suggestedPatientId: local && local.kind !== 'unreadable' ? (local.dicom?.patientId ?? null) : null,
    patientModal: {
      opened: isPatientModalOpen,
      onClose: () => {
        setPatientModalOpen(false);
        patient.focus();
      },
    },
    start,
    cancel: () => void analysis.cancel(),
    clear: () => dispatch({ type: 'clear' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    startAnother: () => {
      dispatch({ type: 'clear' });
      patient.regenerate();
    },
    ...useView(manifest, result),
  };
}

/** A new result opens on its own view; before there is one, only the input can be seen. */
function useView(manifest: ModuleManifest, result: object | null) {
  const [chosen, setChosen] = useState<{ of: object; view: ViewId } | null>(null);
  const own = chosen?.of === result ? chosen?.view : undefined;
  return {
    view: result ? (own ?? manifest.resultView) : 'input',
    setView: (view: ViewId) => result && setChosen({ of: result, view }),
  };
}
