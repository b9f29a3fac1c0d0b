import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { moduleOf } from '@second-read/analyses/catalogue';
import { anyReading } from '@second-read/core/reading/reading';
import { SMTPServer } from 'smtp-server';
import type { Compute } from '../../platform/compute/compute.ts';
import { scriptedCompute } from '../../testing/scripted-compute.ts';

/** Reads every picture as a head CT: its text `found <percent>` is the probability of a hemorrhage. */
export function brainCompute(): Compute {
  const scripted = scriptedCompute();
  const { demoReplies, reading } = moduleOf('brain-ct');
  const wire = demoReplies[0] ?? {};
  const base = anyReading.parse(reading.readingFromWire(wire));
  return {
    ...scripted,
    read: async (...call) => {
      const outcome = await scripted.read(...call);
      if (outcome.status !== 'completed') return outcome;
      const percent = Number(/nodule_confidence:(\d+)/.exec(JSON.stringify(outcome.wire))?.[1] ?? 0);
      const findings = base.findings.map((finding) =>
        finding.type === 'haemorrhage'
          ? { ...finding, descriptors: { kind: null, sign: percent >= 30 ? 'suspected' : 'not_detected' } }
          : { ...finding, descriptors: { sign: null } },
      );
      const facts = { statedConfidence: percent, haemorrhage: percent };
      return { ...outcome, wire, reading: { ...base, findings, facts } };
    },
  };
}

/** A real mail server on a free port. */
export async function startMailServer() {
  const mails: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      buffer(stream).then((content) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        // Lines of quoted-printable text, as a mail program joins them.
        mails.push({ to, raw: content.toString('utf8').replaceAll('=\r\n', '') });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((end) => server.close(end)),
  };
}

interface Call {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** A real receiver of webhooks; answers with the codes in their order, and 200 after the last. */
export async function startReceiver(codes: number[] = []) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    buffer(request).then((content) => {
      calls.push({ headers: request.headers, body: content.toString('utf8') });
      response.writeHead(codes.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((end) => server.close(() => end()));
  return { url: `http://127.0.0.1:${port}/alarms`, calls, answer: codes, close };
}
