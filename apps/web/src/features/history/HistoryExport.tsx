import { Button } from '@mantine/core';
import { useState } from 'react';
import { requestFile } from '../../api/calls/files.ts';
import { IconTableExport } from '../../ui/icons/frame-icons.ts';
import { saveFile } from '../../ui/save-file.ts';
import classes from './History.module.css';
import type { HistoryView } from './history-address.ts';

/** Saves the reports that the filters find, on all pages, as a table. */
export function HistoryExport({ view }: { view: HistoryView }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { manifest, scope, q } = view;
      if (manifest === null) return;
      const path = `/api/${manifest.apiPath}/${scope}-reports/export/?${new URLSearchParams({ q })}`;
      const { blob, name } = await requestFile(path);
      saveFile(blob, name ?? 'reports.csv');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The export failed.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.export}>
      {problem && (
        <span role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
      <Button
        variant="default"
        size="compact-sm"
        disabled={isBusy}
        leftSection={<IconTableExport size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {isBusy ? 'Exporting...' : 'Export CSV'}
      </Button>
    </div>
  );
}
