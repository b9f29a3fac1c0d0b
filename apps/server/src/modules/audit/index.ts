export { recordAudit } from './record-audit.ts';
export { recordTallied } from './record-tallied.ts';
export { auditRoutes } from './routes.ts';
export { type KeptHead, verifyTrail } from './verify-trail.ts';
