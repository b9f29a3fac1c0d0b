import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../apps/server/src/context.ts';
import type { Program } from './processes.ts';

type Pool = AppContext['pool'];

export interface Outages {
  readonly kills: number;
  /** Kills that hit a worker in the middle of an analysis. */
  readonly hits: number;
  /** Milliseconds from a kill that hit to the moment another run took the analysis. */
  takeoversMs(): Promise<number[]>;
  stop(): Promise<void>;
}

export interface OutageOptions {
  readonly pool: Pool;
  readonly workers: Program[];
  /** A new worker for a place that fell empty. */
  restart(place: number): Promise<Program>;
  readonly everyMs: number;
}

/**
 * Ends one worker at random with SIGKILL again and again, starts it anew at once, and writes down which
 * analyses it held. A trigger of this benchmark's database writes down when another run takes one over.
 */
export async function killWorkers({ pool, workers, restart, everyMs }: OutageOptions): Promise<Outages> {
  await pool.query(recordTakeovers);
  const stopping = new AbortController();
  const hit: { id: string; at: Date }[] = [];
  let kills = 0;

  async function killAgainAndAgain(): Promise<void> {
    for (let at = Date.now() + everyMs; ; at += everyMs) {
      // A machine that takes longer to start a worker gets a second to use it.
      const pauseMs = Math.max(1_000, at - Date.now());
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      const place = Math.floor(Math.random() * workers.length);
      const worker = workers[place];
      if (!worker) continue;
      const { rows } = await pool.query<{ id: string; at: Date }>(heldBy, [worker.name]);
      await worker.kill();
      kills += 1;
      hit.push(...rows);
      workers[place] = await restart(place);
    }
  }

  const killing = killAgainAndAgain();
  return {
    get kills() {
      return kills;
    },
    get hits() {
      return hit.length;
    },
    takeoversMs: async () => {
      const { rows } = await pool.query<{ id: string; at: Date }>(
        'SELECT id, at FROM bench.takeovers ORDER BY at',
      );
      return hit.flatMap(({ id, at }) => {
        const taken = rows.find((row) => row.id === id && row.at > at);
        return taken ? [taken.at.getTime() - at.getTime()] : [];
      });
    },
    stop: async () => {
      stopping.abort();
      await killing;
    },
  };
}

const recordTakeovers = `
  CREATE SCHEMA bench;
  CREATE TABLE bench.takeovers (id uuid, at timestamptz);
  CREATE FUNCTION bench.record_takeover() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO bench.takeovers VALUES (NEW.id, clock_timestamp()); RETURN NULL; END $$;
  CREATE TRIGGER record_takeover AFTER UPDATE OF run_token ON analyses FOR EACH ROW
    WHEN (OLD.run_token IS NOT NULL AND NEW.run_token IS DISTINCT FROM OLD.run_token)
    EXECUTE FUNCTION bench.record_takeover()`;

/** Analyses whose lease a worker holds, by the name that it gives its connections. */
const heldBy = `
  SELECT j.data ->> 'id' AS id, clock_timestamp() AS at
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    JOIN pgboss.job j ON j.name = 'analyses' AND j.state = 'active'
      AND ('x' || left(replace(j.id::text, '-', ''), 16))::bit(64)::bigint = (l.classid::bigint << 32 | l.objid::bigint)
  WHERE a.application_name = $1 AND l.locktype = 'advisory' AND l.granted`;
