import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { versionInput } from '#server/http/version-input.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import type { Clock } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { drafts } from '../personal/drafts.ts'

const businessType = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/)
const name = z.string().regex(/^[A-Za-z0-9_-]{0,60}$/)
const Query = z.object({ businessType: businessType.optional(), document: name.optional(), _t: z.string().optional() })
const Named = z.object({ businessType, document: name.optional(), _t: z.string().optional() })
const Content = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()])
const SaveInput = z.object({ businessType, document: name.optional(), form: name.min(1).optional(), content: Content,
  title: z.string().max(200).nullish(), version: versionInput.optional() })

/**
 * The caller's own drafts; without a business type, their list. Saving returns null where the form was filed already.
 * @param types existing business types: together with filed documents, they limit the number of drafts
 */
export function registerDrafts(app: FastifyInstance, { db, clock }: { readonly db: Db; readonly clock: Clock },
  types: ReadonlySet<string>): void {
  const config = { access: signedIn, resource: 'draft' } as const
  const base = '/oaserver/user-input-cache'

  app.get(base, { config, schema: { querystring: Query } }, async ({ caller, query }) => {
    const { businessType: type, document } = query as z.output<typeof Query>
    return type === undefined ? drafts(db, caller.id).list() : drafts(db, caller.id).read(type, document)
  })

  app.post(`${base}/save`, { config: { ...config, repeats: 'once' }, schema: { body: SaveInput } }, async (request) => {
    const draft = request.body as z.output<typeof SaveInput>
    if (!types.has(draft.businessType))
      throw new Refused('identity.draftOfNothing', {}, [{ field: 'businessType', code: 'identity.draftOfNothing' }])
    return unitOfWork({ db, clock }, request, (context) => drafts(context.db, context.caller.id).save(draft, context.at))
  })

  app.delete(base, { config: { ...config, repeats: 'harmless' }, schema: { querystring: Named } }, async ({ caller, query }) => {
    const { businessType: type, document } = query as z.output<typeof Named>
    await drafts(db, caller.id).remove(type, document === undefined ? {} : { document })
    return true
  })
}
