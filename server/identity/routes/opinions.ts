import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { signedIn } from '#server/http/access.ts'
import { longestOpinion, mostOpinions, opinions } from '../personal/opinions.ts'

const List = z.strictObject({ opinions: z.array(z.string().trim().min(1).max(longestOpinion)).max(mostOpinions) })

/** The caller's own phrases for opinions, read and written as a whole list. */
export function registerOpinions(app: FastifyInstance, db: Db): void {
  const config = { access: signedIn, resource: 'opinion' } as const

  app.get('/system/opinions', { config }, ({ caller }) => opinions(db, caller.id).list())

  app.put('/system/opinions', { config: { ...config, repeats: 'harmless' }, schema: { body: List } }, async ({ caller, body }) => {
    const list = (body as z.output<typeof List>).opinions
    await transaction(db, (tx) => opinions(tx, caller.id).replace(list))
    return list
  })
}
