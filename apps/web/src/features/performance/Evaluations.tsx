import { manifests } from '@second-read/analyses/manifests';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { LoadingRows } from '../../ui/page/LoadingRows.tsx';
import { CurvePlot } from './CurvePlot.tsx';
import classes from './Evaluations.module.css';
import { FigureTable } from './FigureTable.tsx';
import { type Metrics, readMetrics } from './read-metrics.ts';

/** Written by the evaluation of each module, never by hand; absent where none has run. */
const files = import.meta.glob('../../../../../analyses/*/model/metrics.json', { import: 'default' });

/** The measured figures of a module, or of the gate they share; null where nothing was measured yet. */
async function loadEvaluation(folder: AnalysisId | 'modality'): Promise<Metrics | null> {
  const load = files[`../../../../../analyses/${folder}/model/metrics.json`];
  return load ? readMetrics(await load()) : null;
}

/** What was measured, module by module, then of the gate they share. */
export function Evaluations() {
  return (
    <>
      {manifests.map(({ id, card, publishedFigures }) => (
        <Evaluation key={id} folder={id} title={card.title} beside={publishedFigures} />
      ))}
      <Evaluation folder="modality" title="The gate: is this the right kind of image?" beside={[]} />
    </>
  );
}

interface EvaluationProps {
  folder: AnalysisId | 'modality';
  title: string;
  beside: readonly string[];
}

function Evaluation({ folder, title, beside }: EvaluationProps) {
  const { data, isPending } = useQuery({
    queryKey: ['site', 'evaluation', folder],
    queryFn: () => loadEvaluation(folder),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className={classes.module} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {isPending && <LoadingRows label="Loading…" count={6} height={36} />}
      {data === null && (
        <p className={classes.quiet}>Not measured yet: no evaluation of this module has been run.</p>
      )}
      {data?.notes
        .filter(({ group }) => group === '')
        .map(({ text }) => (
          <p key={text} className={classes.quiet}>
            {text}
          </p>
        ))}
      {data && data.figures.length > 0 && <FigureTable title={title} metrics={data} />}
      {data && data.curves.length > 0 && (
        <div className={classes.curves}>
          {data.curves.map((curve) => (
            <CurvePlot key={curve.name} curve={curve} />
          ))}
        </div>
      )}
      {beside.length > 0 && <Beside lines={beside} />}
    </section>
  );
}

function Beside({ lines }: { lines: readonly string[] }) {
  return (
    <aside className={classes.beside}>
      <h3>Published by others, on other data</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </aside>
  );
}
