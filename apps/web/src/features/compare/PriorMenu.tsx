import { Button, Menu } from '@mantine/core';
import type { PriorReport } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { priorsQuery } from '../../api/reports/queries.ts';
import { formatDate, formatExam } from '../../ui/format/format-date.ts';
import { IconChevronDown } from '../../ui/icons/frame-icons.ts';
import { IconLayoutColumns } from '../../ui/icons/tool-icons.ts';
import { comparisonPath } from './comparison-path.ts';
import classes from './PriorMenu.module.css';

interface PriorMenuProps {
  manifest: ModuleManifest;
  reportId: string;
  label?: string;
  fullWidth?: boolean;
}

/**
 * "Compare with prior": the earlier reports of the patient. Asked for when opened: each list is on the trail.
 */
export function PriorMenu({ label = 'Compare with prior', fullWidth = false, ...report }: PriorMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={288}
      shadow="md"
      // Its placeholder is no menu item, which axe objects to.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          variant="default"
          fullWidth={fullWidth}
          {...(fullWidth && { px: 8 })}
          leftSection={<IconLayoutColumns size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>{isOpen && <Priors {...report} />}</Menu.Dropdown>
    </Menu>
  );
}

function Priors({ manifest, reportId }: Pick<PriorMenuProps, 'manifest' | 'reportId'>) {
  const priors = useQuery(priorsQuery(manifest, reportId));
  const list = useRef<HTMLDivElement>(null);
  // What was focused goes when the reply comes; without a focus in it, no key would reach the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each status there are other items
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [priors.status]);
  return (
    <div ref={list}>
      {priors.isPending && <Menu.Item closeMenuOnClick={false}>Looking for earlier reports…</Menu.Item>}
      {priors.isError && (
        <Menu.Item closeMenuOnClick={false} onClick={() => void priors.refetch()}>
          <span className={classes.date}>The earlier reports could not be loaded.</span>
          <span className={classes.reader}>Retry</span>
        </Menu.Item>
      )}
      {priors.data?.results.length === 0 && (
        <Menu.Item>
          <span className={classes.date}>No earlier report of this patient.</span>
          <span className={classes.reader}>
            Analyze an older image under the same patient ID to compare it.
          </span>
        </Menu.Item>
      )}
      {priors.data?.results.map((prior) => (
        <Prior key={prior.id} prior={prior} reportId={reportId} />
      ))}
    </div>
  );
}

/** When the exam was; null where its file did not say. */
function examOf({ exam_date: date, exam_time: time }: PriorReport): string | null {
  return date === undefined ? null : formatExam({ date, time });
}

function Prior({ prior, reportId }: { prior: PriorReport; reportId: string }) {
  const { full_name, username } = prior.analyzed_by ?? {};
  const exam = examOf(prior);
  return (
    <Menu.Item component={Link} to={comparisonPath(reportId, prior.id)}>
      <span className={classes.date}>{exam === null ? formatDate(prior.created_at) : `Exam ${exam}`}</span>
      <span className={classes.reader}>
        Analyzed by {full_name || username || 'Unknown'}
        {exam === null ? ' (exam date unknown)' : `, ${formatDate(prior.created_at)}`}
      </span>
    </Menu.Item>
  );
}
