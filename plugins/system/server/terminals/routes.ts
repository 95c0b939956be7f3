import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { terminals } from '#server/terminals/terminals.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { canTerminal } from '#plugins/system/permissions.ts'

const change = z.strictObject({ businessType: z.string().min(1).max(64), terminal: z.array(z.enum(['web', 'mini'])).min(1).max(2),
  version: versionInput })

/** Calls for the terminals of each form; a change applies at once. */
export function terminalRoutes(app: FastifyInstance, host: Host): void {
  const { db, plugins } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const forms = plugins.flatMap((plugin) => plugin.forms)

  routes.get('/system/terminal/list', { config: { access: needs(canTerminal.view), resource: 'terminal' } }, async () => {
    const settings = await terminals(db).of(forms)
    return forms.map(({ key, cn, en, icon, terminals: declared }) => ({ businessType: key, name: cn, nameEn: en, icon, declared,
      ...settings.get(key) })
    )
  })

  routes.put('/system/terminal', { config: { access: needs(canTerminal.edit), resource: 'terminal', repeats: 'once' },
    schema: { body: change } }, async (request) => {
    const { businessType, version } = request.body
    const form = forms.find(({ key }) => key === businessType)
    if (!form) throw new Missing('error.missing')
    const terminal = [...new Set(request.body.terminal)]
    return unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const before = (await terminals(tx).of([form])).get(businessType)
      await terminals(tx).set({ businessType, terminal, version, by: caller.id, at })
      request.audited = { id: businessType, before: { terminal: before?.terminal }, after: { terminal } }
      return { businessType, terminal, version: version + 1 }
    })
  })
}
