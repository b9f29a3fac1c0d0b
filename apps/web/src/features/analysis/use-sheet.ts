import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Whether the sheet of controls is open. It is an entry of the browser's history, so that the phone's way
 * back closes it and stays on the screen.
 */
export function useSheet() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isOpen = isRecord(state) && state.sheet === true;
  const open = () => {
    if (isOpen) return;
    const next = { ...(isRecord(state) && state), sheet: true };
    void navigate({ pathname, search }, { state: next, preventScrollReset: true });
  };
  const close = () => {
    if (isOpen) void navigate(-1);
  };
  return { isOpen, open, close };
}

/** Calls when the value has become another one; not at first. */
export function useWhenChanged(value: unknown, act: () => void): void {
  const before = useRef(value);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    latest.current();
  }, [value]);
}

function isRecord(state: unknown): state is Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null;
}
