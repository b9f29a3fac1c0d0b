import { Alert } from '@mantine/core';
import { IconLock } from '../../../ui/icons/frame-icons.ts';

/** Why nothing can be analyzed here now. */
export function ClosedNotice({ children }: { children: string }) {
  return (
    <Alert color="accent" variant="light" icon={<IconLock size={18} aria-hidden />}>
      {children}
    </Alert>
  );
}
