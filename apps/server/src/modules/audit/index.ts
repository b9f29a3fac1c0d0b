export { recordAudit } from './record-audit.ts';
export { auditRoutes } from './routes.ts';
export { type KeptHead, verifyTrail } from './verify-trail.ts';
