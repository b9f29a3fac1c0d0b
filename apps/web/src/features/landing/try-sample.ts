import { firstTry } from '@second-read/contract/first-try';
import { apiHost } from '../../api/calls/host.ts';

/** A sample of each module that a visitor may have read; `file` as the module's gallery has it. */
export const trySamples = [
  { ...firstTry, name: 'Mammogram' },
  { module: 'brain-ct', file: 'ct_epidural_075_32.png', name: 'Head CT' },
  { module: 'lung', file: 'ct_a0002_13_lung_window.png', name: 'Chest CT' },
  { module: 'cervix', file: 'aceto_C53Aceto_3.jpg', name: 'Cervix' },
] as const;

export type TrySample = (typeof trySamples)[number];

export interface Tried {
  readonly conclusion: string;
  readonly findings: readonly { readonly label: string; readonly colour: string; readonly said: string }[];
  readonly picture: string;
  readonly seconds: string;
}

/** What the engine read of the first sample when the server was started; null where it has not yet. */
export async function triedAtStart(): Promise<Tried | null> {
  const reply = await fetch(`${apiHost}/api/live-try/`).catch(() => null);
  return reply?.ok ? readTried(await reply.json()) : null;
}

/** How long a visitor waits for a turn beside others. */
const patienceMs = 60_000;

/**
 * Has the engine read a sample. Where it is busy with others and `onWaiting` is given, waits for a turn, up
 * to a minute.
 * @throws an error whose message is for the visitor
 */
export async function trySample(sample: TrySample, onWaiting?: () => void): Promise<Tried> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const turn = await ask(sample);
    if ('tried' in turn) return turn.tried;
    if (!onWaiting || Date.now() + turn.afterMs > end) throw new Error(turn.message);
    onWaiting();
    await new Promise((done) => setTimeout(done, turn.afterMs));
  }
}

type Turn = { readonly tried: Tried } | { readonly message: string; readonly afterMs: number };

async function ask({ module, file }: TrySample): Promise<Turn> {
  const reply = await fetch(`${apiHost}/api/live-try/${module}/${file}/`, { method: 'POST' }).catch(
    () => null,
  );
  const json: unknown = await reply?.json().catch(() => null);
  if (reply?.ok) return { tried: readTried(json) };
  const message = isRecord(json) && typeof json.error === 'string' ? json.error : '';
  if (reply?.status !== 429 || !message) throw new Error('The engine cannot be reached now.');
  return { message, afterMs: Number(reply.headers.get('retry-after') ?? 2) * 1000 };
}

/** Reads the reply by hand: the schema library is a sixth of all that a public page may load. */
function readTried(json: unknown): Tried {
  const { conclusion, findings, picture, milliseconds } = isRecord(json) ? json : {};
  if (typeof conclusion !== 'string' || typeof picture !== 'string' || typeof milliseconds !== 'number')
    throw new Error('The engine cannot be reached now.');
  return {
    conclusion,
    picture,
    seconds: (milliseconds / 1000).toFixed(1),
    findings: (Array.isArray(findings) ? findings : [])
      .filter(isRecord)
      .map(({ label, colour, state, confidence }) => ({
        label: String(label),
        colour: String(colour),
        said: typeof confidence === 'number' ? `${confidence.toFixed(1)} %` : String(state),
      })),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
