import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtWebFolder } from './web-files.ts';

/**
 * Hashes, as a content security policy takes them, of the style elements of the built landing page. The
 * component library makes the same elements again in the browser, so that the policy needs neither
 * `unsafe-inline` nor a nonce, which a page kept by the browser would carry from an earlier reply.
 */
export function pageStyleHashes(folder = builtWebFolder()): string[] {
  const page = join(folder, 'landing.html');
  return existsSync(page) ? styleHashes(readFileSync(page, 'utf8')) : [];
}

export function styleHashes(html: string): string[] {
  const styles = html.matchAll(/<style[^>]*>(.*?)<\/style>/gs);
  return [...styles].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
