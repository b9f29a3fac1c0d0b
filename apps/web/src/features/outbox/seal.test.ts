import { describe, expect, it } from 'vitest';
import { type AccountKeys, importKey, seal, unseal } from './seal.ts';

const secret = (fill: number) => new Uint8Array(32).fill(fill);
const keysOf = async (account: string, ...fills: number[]): Promise<AccountKeys> => ({
  account,
  keys: await Promise.all(
    fills.map(async (fill) => ({ id: `k${fill}`, key: await importKey(secret(fill)) })),
  ),
});
const plain = Uint8Array.of(0xff, 0xd8, 0xff, 1, 2, 3);
const as = { account: 'ada', name: 'picture 1' };

describe('a sealed picture', () => {
  it('opens for its account and shows nothing of itself', async () => {
    const ada = await keysOf('ada', 1);
    const sealed = await seal(plain, as, ada);
    expect(await unseal(sealed, as, ada)).toEqual(plain);
    expect(Buffer.from(sealed.bytes).indexOf(Buffer.from([0xff, 0xd8, 0xff]))).toBe(-1);
  });

  it('is sealed with another number each time', async () => {
    const ada = await keysOf('ada', 1);
    const [first, second] = [await seal(plain, as, ada), await seal(plain, as, ada)];
    expect(first.iv).not.toEqual(second.iv);
  });

  it('does not open with the key of another account, nor under another account or name', async () => {
    const sealed = await seal(plain, as, await keysOf('ada', 1));
    const eve = { account: 'eve', keys: [{ id: 'k1', key: await importKey(secret(2)) }] };
    expect(await unseal(sealed, as, eve)).toBeNull();
    const ada = await keysOf('ada', 1);
    expect(await unseal(sealed, { ...as, account: 'eve' }, ada)).toBeNull();
    expect(await unseal(sealed, { ...as, name: 'picture 2' }, ada)).toBeNull();
  });

  it('does not open once a byte of it was changed', async () => {
    const ada = await keysOf('ada', 1);
    const sealed = await seal(plain, as, ada);
    const bytes = new Uint8Array(sealed.bytes.slice(0));
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(await unseal({ ...sealed, bytes: bytes.buffer }, as, ada)).toBeNull();
  });

  it('opens with an older key of the account while that is held, and not after', async () => {
    const sealed = await seal(plain, as, await keysOf('ada', 1));
    expect(await unseal(sealed, as, await keysOf('ada', 2, 1))).toEqual(plain);
    expect(await unseal(sealed, as, await keysOf('ada', 2))).toBeNull();
  });

  it('has a key that no script can read', async () => {
    const [entry] = (await keysOf('ada', 1)).keys;
    if (!entry) throw new Error('no key');
    expect(entry.key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', entry.key)).rejects.toThrow();
  });
});
