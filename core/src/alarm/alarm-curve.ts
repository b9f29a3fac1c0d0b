import { z } from 'zod';

const share = z.number().min(0).max(1);
const percent = z.number().min(0).max(100);

/** What was measured where a result alarms from one score on. */
export const alarmPoint = z.strictObject({
  /** The score from which results alarm, in percent. */
  threshold: percent,
  /** Of 100 pictures without the finding. */
  falseAlarmsPer100: percent,
  sensitivity: share,
  /** 95 % bootstrap over patients. */
  sensitivityInterval: z.tuple([share, share]),
});
export type AlarmPoint = z.infer<typeof alarmPoint>;

/** `analyses/<id>/model/alarm-curve.json`, which a script of the module's training writes. */
export const alarmCurve = z.strictObject({
  measured: z.string(),
  /** The network that was measured: the curve is that of no other. */
  networkSha256: z.string().regex(/^[0-9a-f]{64}$/),
  sources: z.array(z.strictObject({ name: z.string(), with: z.int().min(0), without: z.int().min(0) })),
  /** Threshold by threshold, the lowest first. */
  points: z.array(alarmPoint).min(2),
});
export type AlarmCurve = z.infer<typeof alarmCurve>;
