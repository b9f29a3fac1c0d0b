import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { notificationCountQuery } from '../../api/live/notifications.ts';
import { IconBell } from '../../ui/icons/frame-icons.ts';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { Count, countWords } from './Count.tsx';
import classes from './TopBar.module.css';

const NotificationList = lazy(async () => ({
  default: (await import('./NotificationList.tsx')).NotificationList,
}));

/** Urgent results that the user has not read of, and their list. */
export function NotificationBell() {
  const { data } = useQuery(notificationCountQuery());
  const { isOpen, toggle, area, button } = useOpenPanel();
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications, ${countWords(unread)} unread`;
  return (
    <div ref={area}>
      <button
        ref={button}
        type="button"
        className={classes.iconButton}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={toggle}
      >
        <IconBell size={20} stroke={1.75} aria-hidden />
        <Count of={unread} />
      </button>
      {isOpen && (
        <section className={classes.panel} aria-label="Notifications">
          <Suspense fallback={<LoadingRows label="Loading…" count={3} height={56} />}>
            <NotificationList unread={unread} />
          </Suspense>
        </section>
      )}
    </div>
  );
}

/** Closes on Escape, on a click elsewhere and when another screen opens. */
function useOpenPanel() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openAt === key;
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenAt(null);
    };
    addEventListener('keydown', onKey);
    addEventListener('pointerdown', onPress);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', onPress);
    };
  }, [isOpen]);
  return { isOpen, toggle: () => setOpenAt(isOpen ? null : key), area, button };
}
