import { useEffect, useEffectEvent, useRef } from 'react';

/** Which report was changed: nothing of it, since other accounts' tabs may listen as well. */
const channelName = 'second-read-reviews';

/** Hears of changes that another tab of this browser made to the report. @returns what tells them of one */
export function useOtherTabs(reportId: string, onChange: () => void): () => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const heard = useEffectEvent((changed: unknown) => {
    if (changed === reportId) onChange();
  });
  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return;
    const own = new BroadcastChannel(channelName);
    own.onmessage = ({ data }) => heard(data);
    channel.current = own;
    return () => own.close();
  }, []);
  return () => channel.current?.postMessage(reportId);
}
