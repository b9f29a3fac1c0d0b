import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Followers } from '../../storage/followers.ts';
import { authorised } from '../calls/client.ts';
import { ApiError, isAbort, noResponse } from '../calls/errors.ts';
import { apiHost } from '../calls/host.ts';
import { readReply } from '../calls/read-reply.ts';

/** What the server tells of; `open` comes first on every connection. */
export type LiveEvent = 'open' | 'worklist' | 'notifications';

const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
/** A stream that says nothing for three heartbeats of the server is dead. */
const silentMs = 45_000;

/** Whether changes are told as they happen. Where they are not, lists ask from time to time. */
let isLive = false;
const followers = new Followers();

export function isLiveNow(): boolean {
  return isLive;
}

export function useIsLive(): boolean {
  return useSyncExternalStore(followers.follow, isLiveNow, () => false);
}

function setLive(next: boolean): void {
  if (isLive === next) return;
  isLive = next;
  followers.tell();
}

/** Follows the server's events until `signal` aborts; connects again after ever longer pauses. */
export async function followEvents(onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    try {
      await readStream(signal, (event) => {
        waitMs = firstWaitMs;
        setLive(true);
        onEvent(event);
      });
    } catch (error) {
      // An account without the right, or whose session is over, is told nothing by trying again.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return setLive(false);
    }
    setLive(false);
    await pause(waitMs * (0.75 + Math.random() / 2), signal);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

async function readStream(outer: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silentMs);
  const signal = AbortSignal.any([outer, silence.signal]);
  try {
    const response = await authorised(
      (access) => open(access, signal),
      (reply) => reply,
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silentMs);
      text += chunk.value;
      const whole = text.lastIndexOf('\n\n');
      for (const event of eventsIn(text.slice(0, Math.max(0, whole)))) onEvent(event);
      text = text.slice(whole + 1);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The events of whole messages; comments and unknown ones are passed over. */
export function eventsIn(text: string): LiveEvent[] {
  return [...text.matchAll(/^event: (open|worklist|notifications)$/gm)].map(([, name]) => name as LiveEvent);
}

async function open(access: string | null, signal: AbortSignal): Promise<Response> {
  try {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${access}` };
    const response = await fetch(`${apiHost}/api/worklist/events/`, { headers, signal });
    if (!response.ok) readReply(response.status, await response.text(), z.never());
    return response;
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error;
    throw noResponse();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
