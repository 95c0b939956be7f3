import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { dictionaries } from '../dictionaries.ts'
import type { Organisations } from '../organisation/organisation.ts'

const ListInput = z.object({ type: z.string().max(60).optional(), _t: z.string().optional() })

const PageInput = z.strictObject({
  current: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(200).default(20),
  type: z.string().max(60).optional(),
  label: z.string().max(100).optional(),
})

/** Calls for dictionaries, open to everybody signed in; every answer of the host contains their version. */
export function registerDictionaries(app: FastifyInstance, { db, organisations }: { db: Db; organisations: Organisations }): void {
  const config = { access: signedIn, resource: 'dictionary' } as const

  app.addHook('onSend', async (request, reply) => {
    if (request.signedIn) reply.header('x-dict-version', organisations.dictionaryVersion())
  })

  app.get('/system/sysDict/list', { config, schema: { querystring: ListInput } },
    async ({ query }) => dictionaries(db).list((query as z.output<typeof ListInput>).type))

  app.post('/system/sysDict/page', { config: { ...config, reads: true }, schema: { body: PageInput } },
    async ({ body }) => dictionaries(db).page(body as z.output<typeof PageInput>))

  app.get<{ Params: { type: string } }>('/system/sysDict/type/:type', { config }, async ({ params }) => known(db, params.type))

  // The URL of some lists in older clients.
  app.get<{ Params: { type: string } }>('/oaserver/dict/:type', { config }, async ({ params }) => known(db, params.type))

  app.get<{ Params: { type: string } }>('/system/sysDict/enum/:type', { config }, async ({ params }) => {
    const items = await known(db, params.type)
    return items.filter(({ disabled }) => !disabled).map(({ value, label, localName }) => ({ value, label, labelEn: localName }))
  })
}

async function known(db: Db, type: string) {
  const items = await dictionaries(db).list(type)
  if (items.length > 0) return items
  const row = await db.selectFrom('sys_dict_type').select('code').where('code', '=', type).where('del_flag', '=', 0).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return items
}
