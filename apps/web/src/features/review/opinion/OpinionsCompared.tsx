import type { OpinionReply } from '@second-read/contract/opinions';
import { useQuery } from '@tanstack/react-query';
import { opinionQuery } from '../../../api/reports/opinions.ts';
import classes from '../Review.module.css';
import table from './Opinion.module.css';

/** The reader's own opinion beside the machine's result, and two readers' beside each other. */
export function OpinionsCompared({ reportId }: { reportId: string }) {
  const { data } = useQuery(opinionQuery(reportId));
  if (!data || (data.with_machine === null && data.double_reading === null)) return null;
  const { with_machine: withMachine, double_reading: double } = data;
  return (
    <section className={classes.panel} aria-label="Opinions">
      {withMachine && <Compared compared={withMachine} heads={['You', 'The machine']} />}
      {double && <SecondReading double={double} />}
    </section>
  );
}

type Double = NonNullable<OpinionReply['double_reading']>;

const stateWords: Readonly<Record<Double['state'], string>> = {
  waiting: 'This report is read twice: it is signed once two readers have given their opinion.',
  agree: 'Two readers agree: the report can be signed.',
  differ: 'Two readers differ: a senior reader who gave neither opinion decides and signs.',
};

function SecondReading({ double: { state, given, readers, compared } }: { double: Double }) {
  const names = readers.map(({ full_name, username }) => full_name || username);
  const [first = 'First reader', second = 'Second reader'] = names;
  return (
    <>
      <p className={classes.line}>
        {stateWords[state]} {state === 'waiting' && `${given} of 2 have.`}
      </p>
      {compared && <Compared compared={compared} heads={[first, second]} />}
    </>
  );
}

interface ComparedProps {
  compared: NonNullable<OpinionReply['with_machine']>;
  heads: readonly [string, string];
}

function Compared({ compared: { lines, agrees }, heads: [one, other] }: ComparedProps) {
  return (
    <table className={table.table}>
      <caption>
        {one} and {other.charAt(0).toLowerCase() + other.slice(1)}: {agrees ? 'they agree' : 'they differ'}
      </caption>
      <thead>
        <tr>
          {['Finding', one, other, 'Same'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.length === 0 && (
          <tr>
            <td colSpan={4}>Nothing abnormal in either.</td>
          </tr>
        )}
        {lines.map(({ label, one: said, other: beside, agrees: isSame }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{said}</td>
            <td>{beside}</td>
            <td>{isSame ? 'Yes' : 'No'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
