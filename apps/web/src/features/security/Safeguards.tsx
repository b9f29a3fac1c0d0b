import classes from './Safeguards.module.css';
import { safeguards } from './safeguards.ts';

/** What the software does and what its operator must do, safeguard by safeguard. */
export function Safeguards() {
  return (
    <ol className={classes.list}>
      {safeguards.map(({ citation, name, software, operator }) => (
        <li key={citation} className={classes.item}>
          <div>
            <h2 className={classes.name}>{name}</h2>
            <p className={classes.citation}>45 CFR {citation}</p>
          </div>
          <div>
            <h3 className={classes.who}>The software</h3>
            <p>{software}</p>
          </div>
          <div>
            <h3 className={classes.who}>The operator</h3>
            <p>{operator}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
