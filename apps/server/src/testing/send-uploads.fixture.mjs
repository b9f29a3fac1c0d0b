/**
 * Sends so many uploads of so many MiB to a server, all at once, from a process of its own. Says how they were answered.
 * Usage: node send-uploads.fixture.mjs URL TOKEN COUNT MEBIBYTES
 */
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

const file = new Blob([head(), Buffer.alloc(Number(mebibytes) * 1024 * 1024, 7)]);
const send = async (at) => {
  const form = new FormData();
  form.set('patient_id', `parallel ${at}`);
  form.set('image', file, 'a.dcm');
  try {
    const reply = await fetch(url, { method: 'POST', headers: { authorization: token }, body: form });
    await reply.text();
    return reply.status;
  } catch (error) {
    return error instanceof Error && error.cause ? String(error.cause) : String(error);
  }
};
const statuses = await Promise.all(Array.from({ length: Number(count) }, (_, at) => send(at)));
console.log(JSON.stringify(statuses));
