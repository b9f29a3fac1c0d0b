import classes from './Effects.module.css';

/** What a change does where it is saved: said before. */
export function Effects({ of }: { of: readonly string[] }) {
  return (
    <div role="status" className={classes.effects}>
      {of.length > 0 && (
        <>
          <p>When saved:</p>
          <ul>
            {of.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
