import { Button, NativeSelect } from '@mantine/core';
import type { OpinionReply } from '@second-read/contract/opinions';
import type { ReportReply } from '@second-read/contract/reports';
import { placeName } from '@second-read/core/exam/report/slice-words';
import { type Opinion, opinionSchema, opinionTypes } from '@second-read/core/review/opinion/opinion';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { giveOpinion, opinionQuery } from '../../../api/reports/opinions.ts';
import { accountItem } from '../../../storage/browser-storage.ts';
import { StatusLine } from '../../../ui/page/StatusLine.tsx';
import type { ShownPicture } from '../../../ui/picture/shown-picture.ts';
import classes from '../Review.module.css';
import { MarkPicture } from './MarkPicture.tsx';
import { OpinionFindings } from './OpinionFindings.tsx';

const empty: Opinion = { category: null, findings: [] };

/** An opinion that is not given yet; a reload of the page does not lose it. */
function useOpinionDraft(reportId: string) {
  const [item] = useState(() => accountItem('opinion', undefined, reportId));
  const [draft, setDraft] = useState(() => parse(item.read()));
  useEffect(() => item.write(JSON.stringify(draft)), [item, draft]);
  return { draft, setDraft, forget: () => item.write(null) };
}

function parse(text: string | null): Opinion {
  try {
    return opinionSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return empty;
  }
}

interface OpinionFormProps {
  reply: ReportReply;
  /** The picture to mark: of an exam the one that its viewer shows. */
  shown: ShownPicture | undefined;
}

/** Asks what the reader sees before anything of the result is shown. */
export function OpinionForm({ reply, shown }: OpinionFormProps) {
  const query = useQuery(opinionQuery(reply.id));
  if (query.isError) {
    return (
      <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
        The form could not be loaded. {query.error.message}
      </StatusLine>
    );
  }
  if (!query.data) return <p className={classes.quiet}>Loading…</p>;
  return <Form reply={reply} shown={shown} asked={query.data} />;
}

function Form({ reply, shown, asked }: OpinionFormProps & { asked: OpinionReply }) {
  const { draft, setDraft, forget } = useOpinionDraft(reply.id);
  const [active, setActive] = useState(0);
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: () => giveOpinion(reply.id, draft),
    onSuccess: async () => {
      forget();
      for (const key of ['report', 'reports', 'worklist', 'agreement', 'review', 'exam-slices'])
        await client.invalidateQueries({ queryKey: [key] });
    },
  });
  const { categories } = asked.review;
  const { exam } = reply;
  const isComplete = categories.length === 0 || draft.category !== null;
  return (
    <section className={classes.panel} aria-label="Your opinion">
      <p className={classes.line}>
        <strong>Read first.</strong> The result is hidden until you say what you see. Your opinion is kept as
        you give it and then shown beside the result.
        {asked.double_reading && ` ${asked.double_reading.given} of 2 readers have given theirs.`}
      </p>
      {categories.length > 0 && (
        <NativeSelect
          label="Category"
          value={String(draft.category ?? '')}
          data={[
            { value: '', label: 'Choose a category' },
            ...categories.map(({ value, label }) => ({ value: String(value), label })),
          ]}
          onChange={(event) => {
            const chosen = categories.find(({ value }) => String(value) === event.currentTarget.value);
            setDraft({ ...draft, category: chosen?.value ?? null });
          }}
        />
      )}
      {shown && (
        <MarkPicture
          shown={shown}
          findings={draft.findings}
          active={active}
          onPlace={(place) => {
            const marked = { place, ...(shown.slice !== undefined && { slice: shown.slice }) };
            const findings = draft.findings.map((each, at) =>
              at === active ? { ...each, ...marked } : each,
            );
            setDraft({ ...draft, findings });
          }}
        />
      )}
      <OpinionFindings
        types={opinionTypes(asked.review)}
        images={exam && { shown: shown?.slice, nameOf: (slice) => placeName(slice, exam) }}
        findings={draft.findings}
        active={active}
        onActive={setActive}
        onChange={(findings) => setDraft({ ...draft, findings: [...findings] })}
      />
      {give.error && (
        <p role="alert" className={classes.problem}>
          {give.error.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button onClick={() => give.mutate()} loading={give.isPending} disabled={!isComplete}>
          {draft.findings.length === 0 && categories.length === 0
            ? 'Give opinion: nothing abnormal'
            : 'Give opinion and show the result'}
        </Button>
      </div>
    </section>
  );
}
