import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import swagger, { type SwaggerTransform } from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Access } from '../access.ts'

/** Collects all routes registered afterwards into an OpenAPI document: `app.swagger()`. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Office automation',
        version: '1',
        description: 'Every path is served with and without the prefix /api. Answers are `{code, msg, data}`: ' +
          'HTTP 200 carries the codes 200, 500, 42006 (the task was handled by someone else), ' +
          '42007 (the state has changed) and 42009 (refused, with `data.fields` for wrong input); ' +
          'HTTP 401, 403 and 404 mirror their codes. ' +
          'Headers: `Authorization: Bearer …`, `Accept-Language: en_US | zh_CN`, and `Idempotency-Key` on calls that change something.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: describe,
  })
}

const describe: SwaggerTransform = (document) => {
  const { url, route, schema = {} } = document
  const { schema: described } = jsonSchemaTransform({ ...document, schema })
  const own = described as FastifySchema
  const { access, raw } = route.config ?? {}
  return { url,
    schema: { ...own, ...headline(url, route), security: access?.who === 'open' ? [] : [{ bearer: [] }], consumes: consumed(route),
      response: raw ? own.response : wrapped(own.response) } }
}

function headline(url: string, route: RouteOptions) {
  const { summary = summaryOf(route), description, tags = [url.split('/')[1] || 'root'] } = route.schema ?? {}
  return { summary, tags, description: [description, accessText(route.config?.access)].filter(Boolean).join('\n\n') }
}

function summaryOf({ method, url, config }: RouteOptions): string {
  return config?.resource ? `${config.resource}: ${String(method)} ${url}` : url
}

/** The required permission in words. */
function accessText(access: Access | undefined): string {
  if (access?.who === 'holder') return `Needs ${access.permissions.join(access.of === 'all' ? ' and ' : ' or ')}.`
  return access?.who === 'open' ? 'Open to all.' : 'Needs a signed-in person.'
}

function consumed({ method, config }: RouteOptions): string[] | undefined {
  if (['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(String(method))) return undefined
  if (config?.multipart) return ['multipart/form-data']
  return config?.form ? ['application/json', 'application/x-www-form-urlencoded'] : ['application/json']
}

function wrapped(response: unknown) {
  const declared: Record<string, unknown> = typeof response === 'object' && response !== null ? { ...response } : {}
  const data = declared['200'] ?? {}
  return { ...declared,
    200: { type: 'object', description: 'The envelope', required: ['code', 'msg'],
      properties: { code: { type: 'integer' }, msg: { type: 'string' }, data } } }
}
