import type { PacsSeries } from '@second-read/contract/pacs';
import { useQuery } from '@tanstack/react-query';
import { seriesQuery } from '../../api/organization/pacs.ts';
import { Found } from './Found.tsx';

interface SeriesListProps {
  study: string;
  onChoose: (series: PacsSeries) => void;
}

/** The series of a study that have pictures. */
export function SeriesList({ study, onChoose }: SeriesListProps) {
  const found = useQuery(seriesQuery(study));
  const others = found.data?.others ?? 0;
  return (
    <Found
      query={found}
      waiting="Loading the series…"
      none="This study has no series with images."
      isCut={found.data?.is_cut ?? false}
      note={others > 0 ? `${others} series without images ${others === 1 ? 'is' : 'are'} not listed.` : null}
      items={(found.data?.series ?? []).map((series) => ({
        key: series.series_uid,
        title: series.description || `Series ${series.number ?? ''}`.trim(),
        facts: [
          series.modality,
          series.body_part,
          series.number !== null && `series ${series.number}`,
          series.instances !== null && (series.instances === 1 ? '1 image' : `${series.instances} images`),
        ],
        onChoose: () => onChoose(series),
      }))}
    />
  );
}
