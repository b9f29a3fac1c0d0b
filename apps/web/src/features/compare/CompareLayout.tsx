import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../../api/account/session.ts';
import { useKeySections } from '../../ui/help/key-sections.ts';
import { IconArrowLeft, IconLink, IconUnlink } from '../../ui/icons/tool-icons.ts';
import { useFoldedPanel } from '../../ui/workspace/use-folded-panel.ts';
import { Workspace } from '../../ui/workspace/Workspace.tsx';
import classes from './CompareLayout.module.css';

interface CompareLayoutProps {
  patientId: string;
  /** Where the way out leads. */
  backTo: string;
  link: { readonly isLinked: boolean; readonly onLink: (isLinked: boolean) => void };
  /** Whether stacks are scrolled together, too. */
  areExams: boolean;
  /** Above both reports. */
  changes: ReactNode;
  /** Another prior to choose. */
  actions: ReactNode;
  current: ReactNode;
  prior: ReactNode;
}

/** Two reports of a patient side by side; one below the other where the window is narrow. */
export function CompareLayout(props: CompareLayoutProps) {
  const { patientId, backTo, link, areExams, changes, actions, current, prior } = props;
  const navigate = useNavigate();
  useKeySections([{ heading: 'Comparison', entries: [['Esc', 'Back to the report']] }], 'screen');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !closesSomethingElse(event.target)) void navigate(backTo);
  };
  const owner = useSession().user?.id;
  const { isFolded, toggle } = useFoldedPanel('compare-reports', owner, true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves from wherever the focus is
    <div onKeyDown={onKeyDown}>
      <Workspace
        name="compare"
        owner={owner}
        title="Compare with prior"
        before={
          <Link to={backTo} className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            Close comparison
          </Link>
        }
        banner={
          <p className={classes.patient}>
            Patient <strong>{patientId}</strong>
          </p>
        }
        actions={
          <>
            <LinkToggle {...link} what={areExams ? 'scrolling, zoom and pan' : 'zoom and pan'} />
            <Button variant="default" aria-pressed={!isFolded} onClick={toggle}>
              Reports
            </Button>
            {actions}
          </>
        }
        main={
          <>
            {changes}
            <div className={classes.panes} data-folded={isFolded || undefined}>
              {current}
              {prior}
            </div>
          </>
        }
      />
    </div>
  );
}

function LinkToggle({ isLinked, onLink, what }: CompareLayoutProps['link'] & { what: string }) {
  const Icon = isLinked ? IconLink : IconUnlink;
  return (
    <Button
      variant={isLinked ? 'light' : 'default'}
      aria-pressed={isLinked}
      title="Unlink, move one of the two, and link again: they keep their offset"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onLink(!isLinked)}
    >
      {`Link ${what}`}
    </Button>
  );
}

/** Escape first closes the menu or sheet it is pressed in, or leaves full screen. */
function closesSomethingElse(target: EventTarget): boolean {
  const isWithin =
    target instanceof Element && target.closest('[role="menu"], [role="dialog"], [aria-expanded="true"]');
  return Boolean(isWithin) || document.fullscreenElement !== null;
}
