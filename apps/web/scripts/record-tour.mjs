/**
 * Records the tour of the landing page from the running product and cuts it with ffmpeg:
 * `npm start`, then `node apps/web/scripts/record-tour.mjs [http://127.0.0.1:3000]`. Two analyses are
 * charged; the exam is shown where the data sets lie beside the checkout (Lung-PET-CT-Dx, CC BY 4.0).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { chooseSample, openBrowser, readExam, reportReady, signedInPage } from './open-product.mjs';
import { soundExpression } from './tour-sound.mjs';

const size = { width: 1280, height: 800 };
const framesPerSecond = 20;
const out = join(import.meta.dirname, '..', 'public', 'landing');
const folder = mkdtempSync(join(tmpdir(), 'tour-'));
const frames = [];
const captions = [];

mkdirSync(out, { recursive: true });
const browser = await openBrowser();
const page = await signedInPage(browser, { ...size, scheme: 'dark' });
const exam = await readExam(page, '/lung-analysis', 'lung/petct_dx/images');
await chooseSample(page, '/breast-analysis', 'cesm_p276_l_dm_cc.png');
const stop = await record();
await play();
await stop();
await browser.close();
writeCaptions();
cut();
rmSync(folder, { recursive: true });

/** What is shown, and said in the captions. */
async function play() {
  await showPointer();
  say('A mammogram is chosen and a patient ID is given.');
  await moveTo(page.getByRole('button', { name: 'Analyze Image' }), 1800);
  say('The server reads it, step by step.');
  await page.getByRole('button', { name: 'Analyze Image' }).click();
  await reportReady(page);
  say('Tissue and findings are marked; the report stands beside them.');
  await page.waitForTimeout(2500);
  say('Point at a color: the finding names itself and opens in the report.');
  await sweep();
  say('The overlay lays the findings over the original.');
  await page.getByLabel('Change View').selectOption({ label: 'Overlay Image' });
  await page.waitForTimeout(3000);
  say('The report can be taken along as a PDF, for a professional to review.');
  await moveTo(page.getByRole('button', { name: 'Download Report' }), 2500);
  if (exam !== null) await playExam();
}

/** A whole chest CT: its conclusion, from finding to finding, in three planes. */
async function playExam() {
  await page.goto(exam);
  const viewer = page.getByRole('region', { name: 'Images of the exam' });
  await viewer.getByRole('list', { name: 'Findings of the exam' }).waitFor();
  await showPointer();
  say('A whole CT is read as one exam: one conclusion, one report.');
  await page.waitForTimeout(3000);
  say('A key leads from finding to finding, on the slices that show them.');
  await moveTo(viewer.getByRole('button', { name: /^Next finding/ }), 600);
  await page.keyboard.press('n');
  await page.waitForTimeout(2200);
  await page.keyboard.press('p');
  await page.waitForTimeout(1500);
  say('Three planes show it true to scale.');
  await viewer.getByText('Three planes', { exact: true }).click();
  await page.waitForTimeout(4000);
  say('A clinician accepts, rejects or changes each finding, and signs.');
  await moveTo(page.getByRole('button', { name: 'Start review' }), 2500);
}

/** Chromium records no pointer: a dot stands in for it. */
async function showPointer() {
  await page.evaluate(() => {
    const dot = document.createElement('div');
    dot.style.cssText =
      'position:fixed;z-index:9999;width:18px;height:18px;margin:-9px;border-radius:9px;pointer-events:none;' +
      'background:#ffffffcc;box-shadow:0 0 0 2px #2196f3;left:640px;top:400px';
    document.body.append(dot);
    addEventListener('mousemove', ({ clientX, clientY }) => {
      dot.style.left = `${clientX}px`;
      dot.style.top = `${clientY}px`;
    });
  });
  await page.mouse.move(640, 400);
  await page.waitForTimeout(1500);
}

async function moveTo(target, restMs) {
  const box = await target.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 24 });
  await page.waitForTimeout(restMs);
}

/** Slowly down and across the picture. */
async function sweep() {
  const box = await page.locator('canvas').first().boundingBox();
  const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
  for (const [x, y] of [
    [0.5, 0.2],
    [0.48, 0.4],
    [0.52, 0.52],
    [0.47, 0.64],
  ]) {
    await page.mouse.move(...at(x, y), { steps: 30 });
    await page.waitForTimeout(1100);
  }
}

async function record() {
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', async ({ data, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`);
    frames.push({ file, at: Date.now() });
    writeFileSync(file, Buffer.from(data, 'base64'));
    await session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 92,
    maxWidth: size.width,
    maxHeight: size.height,
  });
  await page.waitForTimeout(500);
  return async () => {
    await session.send('Page.stopScreencast');
    frames.push({ file: frames.at(-1).file, at: Date.now() });
  };
}

function say(text) {
  captions.push({ at: Date.now(), text });
}

function writeCaptions() {
  const start = frames[0].at;
  const end = frames.at(-1).at;
  const cues = captions.map(({ at, text }, index) => {
    const until = captions[index + 1]?.at ?? end;
    return `${clock(at - start)} --> ${clock(until - start)}\n${text}\n`;
  });
  writeFileSync(join(out, 'tour.vtt'), `WEBVTT\n\n${cues.join('\n')}`);
}

function clock(milliseconds) {
  return new Date(Math.max(0, milliseconds)).toISOString().slice(11, 23);
}

/** Frames come when something changes: each stands as long as it stood on the screen. */
function cut() {
  const list = frames
    .slice(0, -1)
    .map(({ file, at }, index) => `file '${file}'\nduration ${(frames[index + 1].at - at) / 1000}`);
  const input = join(folder, 'frames.txt');
  writeFileSync(input, `${list.join('\n')}\nfile '${frames.at(-1).file}'\n`);
  const common = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', input];
  const start = frames[0].at;
  const seconds = (frames.at(-1).at - start) / 1000;
  const cues = captions.map(({ at }) => Math.max(0, at - start) / 1000);
  const sound = ['-f', 'lavfi', '-i', `aevalsrc='${soundExpression(cues, seconds)}':s=48000:d=${seconds}`];
  const even = ['-r', String(framesPerSecond), '-ac', '1', '-b:a', '48k', '-shortest'];
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-row-mt', '1', '-pix_fmt', 'yuv420p'];
  const h264 = [
    '-c:v',
    'libx264',
    '-crf',
    '28',
    '-preset',
    'slow',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ];
  ffmpeg([...common, ...sound, ...even, ...vp9, '-c:a', 'libopus', join(out, 'tour.webm')]);
  ffmpeg([...common, ...sound, ...even, ...h264, '-c:a', 'aac', join(out, 'tour.mp4')]);
  const middle = frames[Math.floor(frames.length * 0.6)].file;
  sharp(middle).webp({ quality: 76, effort: 6 }).toFile(join(out, 'tour-poster.webp'));
}

function ffmpeg(args) {
  const { status, error } = spawnSync('ffmpeg', args, { stdio: 'inherit' });
  if (error || status !== 0) throw new Error('ffmpeg did not cut the tour (Debian: apt-get install ffmpeg)');
}
