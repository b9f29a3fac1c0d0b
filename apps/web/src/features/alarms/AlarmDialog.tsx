import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';

// Its curves come with the modules' schemas, which the worklist does without.
const AlarmForm = lazy(async () => ({ default: (await import('./AlarmForm.tsx')).AlarmForm }));

interface AlarmDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Of which results people are told, and what that costs: for everybody to see, for administrators to set. */
export function AlarmDialog({ isOpen, onClose }: AlarmDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} size="lg" title="Alarms">
      {isOpen && (
        <Suspense fallback={<LoadingRows label="Loading the settings…" count={4} height={72} />}>
          <AlarmForm />
        </Suspense>
      )}
    </Dialog>
  );
}
