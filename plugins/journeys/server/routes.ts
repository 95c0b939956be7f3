import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { isDate } from '#kernel/values/dates.ts'
import { versionInput } from '#server/http/version-input.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { journeyPath, journeyStates, journeyTypes, riskLevelNames } from '../journey-wire.ts'
import { addByHand, changeByHand, type ManualEntryContext, journeyInput, removeByHand } from './by-hand.ts'
import { journeyOf, journeyPage } from './reading.ts'
import { teamWeek } from './team-week.ts'

const day = z.string().length(10).refine(isDate)
const pageInput = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(200).default(20),
  mine: z.boolean().default(true),
  state: z.enum(journeyStates).optional(),
  journeyTypes: z.array(z.enum(journeyTypes)).max(5).optional(),
  riskLevel: z.enum(riskLevelNames).optional(),
  from: day.optional(),
  to: day.optional(),
})
const params = z.strictObject({ id: z.string().min(1).max(64) })

/** Journeys: one's own, and those of one's data scope; entered by hand they are changed here, the others by their documents. */
export function routes(app: FastifyInstance, host: Host): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'journey' } as const
  const reading = (request: FastifyRequest) => ({ host, db: host.db, caller: request.caller, at: host.clock.now() })
  const once = <Answer>(request: FastifyRequest, work: (entering: ManualEntryContext) => Promise<Answer>) => unitOfWork(host, request, work)

  typed.post(`${journeyPath}/page`, { config: { ...config, reads: true }, schema: { body: pageInput } },
    (request) => journeyPage(reading(request), request.body))

  typed.get(`${journeyPath}/teamWeek`, { config }, (request) => teamWeek(reading(request)))

  typed.get(`${journeyPath}/:id`, { config, schema: { params } }, async (request) => {
    const journey = await journeyOf(reading(request), request.params.id)
    if (!journey) throw new Missing('error.missing')
    return journey
  })

  typed.post(journeyPath, { config: { ...config, repeats: 'once' }, schema: { body: journeyInput } }, async (request) => {
    return once(request, async (entering) => {
      const id = await addByHand(entering, request.body)
      request.audited = { id: String(id), after: request.body }
      return id
    })
  })

  typed.put(journeyPath, { config: { ...config, repeats: 'once' },
    schema: { body: journeyInput.extend({ id: z.string().min(1).max(64), version: versionInput }) } }, async (request) => {
    const { id, ...change } = request.body
    request.audited = { id, after: change }
    await once(request, (entering) => changeByHand(entering, id, change))
    return true
  })

  typed.delete(`${journeyPath}/:id`, { config: { ...config, repeats: 'once' }, schema: { params } }, async (request) => {
    const { id } = request.params
    request.audited = { id }
    await once(request, (entering) => removeByHand(entering, id))
    return true
  })
}
