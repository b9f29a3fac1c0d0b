import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../api/organization/site.ts';
import classes from './LiveTry.module.css';
import { type Tried, type TrySample, triedAtStart, trySample, trySamples } from './try-sample.ts';

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly sample: TrySample; readonly waits?: boolean }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'done'; readonly sample: TrySample; readonly tried: Tried };

/** Begun before the section is in sight: a visitor who scrolls there finds the result. */
const ahead = { rootMargin: '1000px' };

/** The engine at work on a shipped sample, without sign-in; on demo servers only. */
export function LiveTry() {
  const isOffered = useSite().mode === 'demo';
  const [state, setState] = useState<State>({ is: 'idle' });
  // The server reads one at a time: what a visitor chooses waits for what was begun unasked.
  const unasked = useRef<Promise<unknown>>(Promise.resolve());
  const run = (sample: TrySample) => {
    setState({ is: 'running', sample });
    const waits = () => setState({ is: 'running', sample, waits: true });
    const read = unasked.current.then(() => trySample(sample, waits));
    read.then(
      (tried) => setState({ is: 'done', sample, tried }),
      (error: Error) => setState({ is: 'failed', message: error.message }),
    );
  };
  const section = useRef<HTMLElement>(null);
  // What fails without having been asked for says nothing of it.
  useEffect(() => {
    const [sample] = trySamples;
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      const read = triedAtStart().then((tried) => tried ?? trySample(sample));
      unasked.current = read.then(
        (tried) => setState((now) => (now.is === 'idle' ? { is: 'done', sample, tried } : now)),
        () => setState((now) => (now.is === 'idle' ? { is: 'failed', message: 'Choose an image.' } : now)),
      );
    }, ahead);
    if (isOffered && section.current) seen.observe(section.current);
    return () => seen.disconnect();
  }, [isOffered]);
  return (
    <section ref={section} className={classes.section} aria-labelledby="try-title">
      <div className={classes.inner}>
        <h2 id="try-title" className={classes.title}>
          Try it now, without signing in
        </h2>
        <p className={classes.lead}>
          {isOffered
            ? 'Choose an image: the engine on this server reads it while you wait. Nothing is stored.'
            : 'Demo servers read these images without sign-in; on this one, please sign in.'}
        </p>
        <div className={classes.columns}>
          <ul className={classes.samples} aria-label="Sample images">
            {trySamples.map((sample) => (
              <li key={sample.module}>
                <button
                  type="button"
                  className={classes.sample}
                  disabled={!isOffered || state.is === 'running'}
                  onClick={() => run(sample)}
                >
                  <img
                    src={`/thumbnails/${sample.module}.webp`}
                    alt=""
                    width={96}
                    height={72}
                    loading="lazy"
                  />
                  {sample.name}
                </button>
              </li>
            ))}
          </ul>
          <Stage state={state} isOffered={isOffered} />
        </div>
      </div>
    </section>
  );
}

/** Of one height whatever it shows: nothing on the page moves. */
function Stage({ state, isOffered }: { state: State; isOffered: boolean }) {
  const shown = state.is === 'running' || state.is === 'done' ? state.sample : trySamples[0];
  return (
    <div className={classes.stage}>
      <div className={classes.picture}>
        <img
          src={state.is === 'done' ? state.tried.picture : `/samples/${shown.module}/${shown.file}`}
          alt={state.is === 'done' ? `${shown.name} with what the engine found` : shown.name}
          loading="lazy"
        />
      </div>
      <div className={classes.report}>
        <p role="status" className={classes.status}>
          {state.is === 'idle' && !isOffered ? 'The report appears here.' : wordsOf(state)}
        </p>
        {state.is === 'done' && <Result {...state.tried} />}
      </div>
    </div>
  );
}

function wordsOf(state: State): string {
  if (state.is === 'running')
    return state.waits ? 'The engine reads for others. Waiting for a turn…' : 'Reading the image…';
  if (state.is === 'failed') return state.message;
  return state.is === 'done' ? state.tried.conclusion : 'Reading the image…';
}

function Result({ findings, seconds }: Tried) {
  return (
    <>
      <ul className={classes.findings}>
        {findings.map(({ label, colour, said }) => (
          <li key={label}>
            <svg width={10} height={10} aria-hidden>
              <rect width={10} height={10} rx={2} fill={colour} />
            </svg>
            {label}
            <span>{said}</span>
          </li>
        ))}
      </ul>
      <p className={classes.time}>
        Read in {seconds} s on this server. Research use only. Not for primary diagnosis.
      </p>
    </>
  );
}
