import { Button, Menu } from '@mantine/core';
import type { PriorReport } from '@second-read/contract/reports';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { IconChevronDown, IconLayoutColumns } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { priorsQuery } from '../../api/queries.ts';
import { formatDate } from '../../ui/format-date.ts';
import { comparisonPath } from './comparison-path.ts';
import classes from './PriorMenu.module.css';

interface PriorMenuProps {
  manifest: ModuleManifest;
  reportId: string;
  label?: string;
  fullWidth?: boolean;
}

/** "Compare with prior": the earlier reports of the patient. Asked for when opened: each list is on the trail. */
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
  if (priors.isPending) return <Menu.Item disabled>Looking for earlier reports…</Menu.Item>;
  if (priors.isError) {
    return (
      <Menu.Item closeMenuOnClick={false} onClick={() => void priors.refetch()}>
        <span className={classes.date}>The earlier reports could not be loaded.</span>
        <span className={classes.reader}>Retry</span>
      </Menu.Item>
    );
  }
  if (priors.data.results.length === 0)
    return <Menu.Item disabled>No earlier report of this patient.</Menu.Item>;
  return priors.data.results.map((prior) => <Prior key={prior.id} prior={prior} reportId={reportId} />);
}

function Prior({ prior, reportId }: { prior: PriorReport; reportId: string }) {
  const { full_name, username } = prior.analyzed_by;
  return (
    <Menu.Item component={Link} to={comparisonPath(reportId, prior.id)}>
      <span className={classes.date}>{formatDate(prior.created_at)}</span>
      <span className={classes.reader}>Analyzed by {full_name || username || 'Unknown'}</span>
    </Menu.Item>
  );
}
