import type { PushForm } from '@second-read/contract/pacs';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pushesQuery, sendForms } from '../../api/organization/pacs.ts';

export interface SendOrder {
  readonly manifest: ModuleManifest;
  readonly reportId: string;
}

/** What is ticked, and sending it. A segmentation alone of an uploaded picture would refer to nothing. */
export function useSending(order: SendOrder, joinsStudy: boolean) {
  const queryClient = useQueryClient();
  const [picked, setPicked] = useState<readonly PushForm[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const usual: readonly PushForm[] = joinsStudy
    ? ['dicom-sr', 'dicom-seg']
    : ['dicom-sr', 'dicom-seg', 'dicom-picture'];
  const chosen = picked ?? usual;

  const send = async (forms: readonly PushForm[]) => {
    setBusy(true);
    setError(null);
    try {
      await sendForms(order, forms);
      setPicked([]);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'The results could not be sent.');
    }
    await queryClient.invalidateQueries({ queryKey: pushesQuery(order).queryKey });
    setBusy(false);
  };
  return {
    chosen,
    choose: (form: PushForm, isChosen: boolean) =>
      setPicked(isChosen ? [...chosen, form] : chosen.filter((each) => each !== form)),
    isBusy,
    error,
    send,
  };
}
