import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/account/session.ts';
import { dashboardQuery, reportsKey, trialCountsQuery } from '../../api/reports/queries.ts';
import { visibleText } from '../../ui/format/visible-text.ts';
import { UndoLine } from '../../ui/page/UndoLine.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { KeptPictureRow } from './KeptPictureRow.tsx';
import type { KeptPicture } from './kept-picture.ts';
import classes from './OutboxPanel.module.css';
import { closeOutbox, type Outbox, openOutbox, removePicture, sendWaiting } from './outbox.ts';
import { outboxWords } from './outbox-words.ts';
import { useOutbox } from './use-outbox.ts';

/** What was removed last; gone for good when the page is left. */
interface Removed {
  readonly account: string;
  readonly patientId: string;
  readonly putBack: () => Promise<void>;
}

/** Pictures that wait for the network, with their state; on every screen as long as there are any. */
export function OutboxPanel() {
  const account = useSession().user?.id;
  const isOnline = useOnline();
  useOpenOutbox(account, isOnline);
  const box = useOutbox();
  const [isOpen, setOpen] = useState(false);
  const [removed, setRemoved] = useState<Removed | null>(null);
  useFreshLists(box);
  const undo = removed?.account === account ? removed : null;
  if (!box || box.account !== account || (box.pictures.length === 0 && !undo)) return null;
  const remove = async (picture: KeptPicture) => {
    const putBack = await removePicture(picture.id);
    setRemoved({ account: box.account, patientId: picture.facts.patientId, putBack });
  };
  return (
    <section className={classes.panel} aria-label="Pictures kept in this browser">
      {box.pictures.length > 0 && (
        <div className={classes.head}>
          <p role="status" className={classes.words}>
            {outboxWords(box.pictures, isOnline)}
          </p>
          <Button variant="default" size="compact-md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        </div>
      )}
      {undo && (
        <UndoLine
          said={`A picture of ${visibleText(undo.patientId)} was removed.`}
          onUndo={() => {
            setRemoved(null);
            void undo.putBack();
          }}
        />
      )}
      {isOpen && (
        <>
          <ul className={classes.list}>
            {box.pictures.map((picture) => (
              <KeptPictureRow key={picture.id} picture={picture} onRemove={() => void remove(picture)} />
            ))}
          </ul>
          <p className={classes.note}>
            Encrypted in this browser for 72 hours at most, and deleted when you sign out.
          </p>
        </>
      )}
    </section>
  );
}

/** So often the server is asked again where the browser says that there is a network. */
const againMs = 30_000;

function useOpenOutbox(account: string | undefined, isOnline: boolean): void {
  useEffect(() => {
    if (account === undefined) return;
    // Also when the network comes back: the keys may still be missing.
    void openOutbox(account).then(sendWaiting);
    const timer = isOnline ? setInterval(() => void sendWaiting(), againMs) : undefined;
    return () => clearInterval(timer);
  }, [account, isOnline]);
  useEffect(() => (account === undefined ? undefined : closeOutbox), [account]);
}

/** Each report that comes is charged and stands in the history. */
function useFreshLists(box: Outbox | null): void {
  const queryClient = useQueryClient();
  const sent = box?.pictures.filter(({ state }) => state === 'sent').length ?? 0;
  useEffect(() => {
    if (sent === 0) return;
    for (const queryKey of [trialCountsQuery.queryKey, dashboardQuery.queryKey, reportsKey])
      void queryClient.invalidateQueries({ queryKey });
  }, [sent, queryClient]);
}
