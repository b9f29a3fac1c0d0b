import './ui/mantine-public.css';
import './ui/fonts.css';
import './ui/tokens.css';
import './schemas-without-eval.ts';
import { keepEarlyClicks } from './early-clicks.ts';
import { fetchScreenEarly } from './early-screen.ts';

/**
 * The prerendered landing page comes first, with its picture and font; its links already lead on. Only then
 * does the application's script take the line and the processor.
 */
function afterLoad(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => setTimeout(resolve), { once: true });
  });
}

/** Storage may be forbidden. */
function isFlagged(): boolean {
  try {
    return localStorage.getItem('isAuthenticated') === 'true';
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const replayClicks = keepEarlyClicks(root);
  if ('landing' in document.documentElement.dataset) await afterLoad();
  const application = import('./start.tsx');
  fetchScreenEarly(location.pathname, isFlagged());
  const { start } = await application;
  await start(root);
  replayClicks();
}

void main();
