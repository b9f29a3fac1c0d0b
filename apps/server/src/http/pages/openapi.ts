import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { errorReply } from '@second-read/contract/errors';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';

/** The routes as OpenAPI 3.1, with a page at `/api/docs`. */
export async function openApi(app: App, context: AppContext): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${context.config.productName} API`,
        version: '1',
        description: 'Research use only. Not for primary diagnosis.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: describeRoute,
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', ''),
    });
  });
}

/** Adds what the routes do not declare: the error format and the parts of uploads. */
const describeRoute: typeof jsonSchemaTransform = (route) => {
  const described = jsonSchemaTransform(route);
  const { schema } = described;
  if (!schema || schema.hide) return described;
  const error = { description: 'Error', ...z.toJSONSchema(errorReply, { target: 'draft-2020-12' }) };
  const response = { ...(schema.response as object), '4XX': error, '5XX': error };
  const parts = route.route.config?.body;
  // No zod schema of Fastify describes a multipart body.
  const body = parts && z.toJSONSchema(parts, { target: 'draft-2020-12', io: 'input' });
  return { ...described, schema: { ...schema, response, ...(body && { body }) } };
};
