import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { StateMoved } from '#kernel/errors.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { dictionaryItem } from '#plugins/system/dictionaries/dictionary-item.ts'
import { dictionaryType } from '#plugins/system/dictionaries/dictionary-type.ts'
import { canDictionary } from '#plugins/system/permissions.ts'

const order = z.strictObject({ type: z.string().min(1).max(60), ids: z.array(z.string().min(1).max(64)).min(1).max(5000) })

/** Routes of dictionaries beyond the generic ones: reordering, and refreshing caches. */
export function dictionaryRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.put('/system/dictData/sort', { config: { access: needs(canDictionary.edit), resource: dictionaryItem.name, repeats: 'once' },
    schema: { body: order } }, (request) =>
    unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const { type, ids } = request.body
      const rows = await tx.selectFrom('sys_dict_data').select('id').where('type', '=', type).where('del_flag', '=', 0).orderBy('sort')
        .orderBy('value').forUpdate().execute()
      const known = new Set(rows.map(({ id }) => id))
      // the order must list exactly the current items; one added meanwhile has no position in it
      if (new Set(ids).size !== known.size || ids.some((id) => !known.has(id))) throw new StateMoved(undefined, 'error.recordChanged')
      await sql`update sys_dict_data set sort = given.place - 1, version = version + 1, update_by = ${caller.id}, update_time = ${at}
        from unnest(${ids}::text[]) with ordinality as given (id, place) where sys_dict_data.id = given.id
          and sys_dict_data.sort <> given.place - 1`
        .execute(tx)
      request.audited = { id: type, before: { ids: rows.map(({ id }) => id) }, after: { ids } }
      return true
    }))

  /** Invalidates all cached dictionaries, on all instances and in all browsers. */
  routes.post('/system/dictType/refreshCache', {
    config: { access: needs(canDictionary.edit), resource: dictionaryType.name, repeats: 'harmless' },
    schema: { body: z.strictObject({}) },
  }, async () => {
    // a statement trigger increments the version, even if no row matches
    await sql`update sys_dict_type set version = version where false`.execute(host.db)
    return true
  })
}
