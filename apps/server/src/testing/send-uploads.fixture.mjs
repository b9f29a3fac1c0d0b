/**
 * Sends so many uploads of so many MiB to a server, all at once, from a process of its own. Says how they
 * were answered. Usage: node send-uploads.fixture.mjs URL TOKEN COUNT MEBIBYTES
 */
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const [url, token, count, mebibytes] = process.argv.slice(2);

const head = () => {
  const element = (group, number, vr, value) => {
    const padded = value.length % 2 ? Buffer.concat([value, Buffer.from(' ')]) : value;
    const start = Buffer.alloc(8);
    start.writeUInt16LE(group, 0);
    start.writeUInt16LE(number, 2);
    start.write(vr, 4, 'latin1');
    start.writeUInt16LE(padded.length, 6);
    return Buffer.concat([start, padded]);
  };
  const short = (value) => Buffer.from(Uint16Array.of(value).buffer);
  const rows = 1024;
  const columns = 1024;
  const pixels = Buffer.alloc(12);
  pixels.writeUInt16LE(0x7fe0, 0);
  pixels.writeUInt16LE(0x0010, 2);
  pixels.write('OW', 4, 'latin1');
  pixels.writeUInt32LE(Number(mebibytes) * 1024 * 1024, 8);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0x10, 'UI', Buffer.from('1.2.840.10008.1.2.1\0')),
    element(8, 0x16, 'UI', Buffer.from('1.2.840.10008.5.1.4.1.1.2\0')),
    element(8, 0x60, 'CS', Buffer.from('CT')),
    element(0x10, 0x10, 'PN', Buffer.from('Doe^Jane')),
    element(0x28, 0x02, 'US', short(1)),
    element(0x28, 0x08, 'IS', Buffer.from(String(Number(mebibytes) / 2))),
    element(0x28, 0x10, 'US', short(rows)),
    element(0x28, 0x11, 'US', short(columns)),
    element(0x28, 0x100, 'US', short(16)),
    element(0x28, 0x101, 'US', short(12)),
    element(0x28, 0x102, 'US', short(11)),
    element(0x28, 0x103, 'US', short(0)),
    pixels,
  ]);
};

const boundary = 'second-read-parallel';
const field = (name, more = '') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
const chunk = Buffer.alloc(64 * 1024, 7);
const pixelBytes = Number(mebibytes) * 1024 * 1024;

/**
 * Written as it is taken: a body that waits in the sender's memory would arrive too slowly to be an upload.
 */
async function* body(at) {
  const id = `${field('patient_id')}parallel ${at}\r\n`;
  yield Buffer.concat([Buffer.from(`${id}${field('image', '; filename="a.dcm"')}`), head()]);
  for (let sent = 0; sent < pixelBytes; sent += chunk.length) yield chunk;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

const send = (at) =>
  new Promise((resolve) => {
    const headers = { authorization: token, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const outgoing = request(url, { method: 'POST', headers }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode));
    });
    outgoing.once('error', (error) => resolve(String(error)));
    pipeline(Readable.from(body(at)), outgoing).catch((error) => resolve(String(error)));
  });
const statuses = await Promise.all(Array.from({ length: Number(count) }, (_, at) => send(at)));
console.log(JSON.stringify(statuses));
