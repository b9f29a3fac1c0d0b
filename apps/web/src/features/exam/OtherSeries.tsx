import { Button } from '@mantine/core';
import type { ReportReply } from '@second-read/contract/reports';
import { isSameOutline, outlineWords, type SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { Link } from 'react-router';
import classes from './OtherSeries.module.css';

interface OtherSeriesProps {
  exam: StoredExam;
  rereadings: NonNullable<ReportReply['rereadings']>;
  linkTo: (reportId: string) => string;
  /** Has another series read; null where the account may not. */
  onRead: ((series: SeriesOutline) => void) | null;
}

/** The other series of the study of an exam: those that were read as well, and those that can be. */
export function OtherSeries({ exam, rereadings, linkTo, onRead }: OtherSeriesProps) {
  const { series, rereads } = exam;
  if (!series || series.others.length === 0) return null;
  const report = (of: SeriesOutline) => rereadings.find((each) => isSameOutline(each.series, of))?.id;
  return (
    <section className={classes.root} aria-label="Series of this exam">
      <h2 className={classes.title}>Series of this exam</h2>
      <ul className={classes.list}>
        <li className={classes.row}>
          <span>{outlineWords(series.read)}</span>
          <span className={classes.state}>Read here</span>
        </li>
        {series.others.map((other, index) => {
          const readAs = report(other);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and outlines may be the same
            <li className={classes.row} key={index}>
              <span>{outlineWords(other)}</span>
              {readAs === undefined ? (
                onRead && (
                  <Button size="compact-sm" variant="default" onClick={() => onRead(other)}>
                    Read this series
                  </Button>
                )
              ) : (
                <Link to={linkTo(readAs)}>Open its report</Link>
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes.hint}>
        {rereads === undefined ? (
          'Another series is read as a report of its own, linked to this one; it counts as one more analysis.'
        ) : (
          <>
            The exam was read before from another series: <Link to={linkTo(rereads)}>open that report</Link>.
          </>
        )}
      </p>
    </section>
  );
}
