import { keyOfEvent } from '@second-read/core/keyboard/key-map';
import { rejectReasons } from '@second-read/core/review/change';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isUntaken } from '../../ui/free-key.ts';
import { useKeyNames, usualKey } from '../../ui/preferences.ts';
import type { ListedFinding } from './listed-findings.ts';
import type { Wish } from './use-review.ts';

/** As the account has them, for the help. */
export function useFindingKeyNames() {
  const keyOf = useKeyNames('review');
  return [
    [keyOf('j'), 'Next finding'],
    [`Shift ${keyOf('j')}`, 'Previous finding'],
    [keyOf('a'), 'Accept it, and on to the next that is not decided'],
    [keyOf('x'), 'Reject it; 1 to 5 gives the reason'],
    [`Shift ${keyOf('a')}`, 'Accept all that are not decided'],
    ['m', 'In the list: select it to be merged'],
    ['Shift M', 'In the list: merge those that are selected'],
    ['Shift S', 'In the list: what it comes apart into'],
  ] as const;
}

const isOpenFinding = ({ decision, finding, type }: ListedFinding) =>
  decision === undefined && finding.state === 'found' && type.isAlwaysThere !== true;

/** The finding that the keys are at: where the focus is, else the first that is not decided. */
function placeOf(findings: readonly ListedFinding[], list: HTMLElement | null): number {
  const rows = [...(list?.children ?? [])];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  return at >= 0 ? at : findings.findIndex(isOpenFinding);
}

/**
 * Decides about findings by single keys, wherever the focus is, also on the images; gives the finding whose
 * reason is asked, and all that are open.
 */
export function useFindingKeys(
  findings: readonly ListedFinding[],
  list: RefObject<HTMLUListElement | null>,
  onChange: (wish: Wish) => void,
  /** Whether it took the key of the finding that has the focus. */
  byKey: (key: string, isShifted: boolean, listed: ListedFinding) => boolean,
) {
  const [rejecting, setRejecting] = useState<string | null>(null);
  const focus = (at: number) => {
    const row = list.current?.children[at];
    if (row instanceof HTMLElement) row.focus();
  };
  const decide = (at: number, wish: Wish) => {
    onChange(wish);
    setRejecting(null);
    const next = findings.findIndex((each, place) => place > at && isOpenFinding(each));
    focus(next >= 0 ? next : at);
  };
  const acceptAll = () => {
    for (const { finding } of findings.filter(isOpenFinding))
      onChange({ kind: 'accept', finding: finding.id });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = usualKey('review', event.key);
    // In full screen the list is out of sight: nothing is decided there.
    const { fullscreenElement } = document;
    if (fullscreenElement && !fullscreenElement.contains(list.current)) return;
    const isBack = event.shiftKey;
    const place = placeOf(findings, list.current);
    const at = rejecting === null ? place : findings.findIndex(({ finding }) => finding.id === rejecting);
    const listed = findings[at];
    const reason = rejecting === null ? undefined : rejectReasons[Number(event.key) - 1];
    if (listed && reason) decide(at, { kind: 'reject', finding: listed.finding.id, reason });
    else if (rejecting !== null || !isUntaken(event)) return;
    else if (key === 'a' && isBack) acceptAll();
    else if (key === 'j' && isBack) focus(Math.max(at - 1, 0));
    else if (key === 'j') focus(Math.min(at + (hasFocus(list.current) ? 1 : 0), findings.length - 1));
    else if ((key === 'a' || key === 'x') && listed && isOnImages(event)) focus(at);
    else if (key === 'a' && listed) decide(at, { kind: 'accept', finding: listed.finding.id });
    else if (key === 'x' && listed && canReject(listed)) setRejecting(listed.finding.id);
    else if (!listed || !hasFocus(list.current) || !byKey(keyOfEvent(event.key), isBack, listed)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before the images, which have keys of the same names.
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  return { rejecting, setRejecting, acceptAll, open: findings.filter(isOpenFinding).length };
}

/** From there the first press shows which finding is meant, the next one decides. */
function isOnImages({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-image-keys]') !== null;
}

function hasFocus(list: HTMLElement | null): boolean {
  return list?.contains(document.activeElement) === true;
}

/** What is there, or was until it was rejected, and not there always. */
export function canReject({ finding, decision, type }: ListedFinding): boolean {
  return (finding.state === 'found' || decision?.decision === 'rejected') && type.isAlwaysThere !== true;
}
