/** Loaded before a program (`--import`): its clock is CLOCK_AHEAD_MS ahead. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
