import { todayOf } from '#kernel/values/dates.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Round } from '#approval/wire/rounds.ts'
import { signedIn } from '#server/http/access.ts'
import { read } from '../detail.ts'
import { historyOf } from '../store/history.ts'
import { changeableProcesses, linkableDocuments } from '../definitions/process-references.ts'
import { accessOnScreen } from '../values/disclosed-values.ts'
import { roundsOf } from '../values/rounds.ts'
import { pastAmounts } from '../timeline/past-amounts.ts'
import { personOf } from '../timeline/people.ts'
import { readerOf } from '../visibility/scope.ts'
import { type DocumentRouteContext, readContext, typed } from './context.ts'
import { id } from './inputs.ts'

const access = { access: signedIn, resource: 'document' } as const

const processQuery = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(10),
  label: z.string().trim().max(100).nullish(),
  /** processChangeReference: the processes themselves; by default filed documents. */
  type: z.literal('processChangeReference').nullish(),
  /** Business types; empty: any. */
  links: z.array(z.string().max(64)).max(60).default([]),
  linkStates: z.array(z.enum(['inApproval', 'completed'])).max(2).default([]),
  own: z.boolean().default(false),
  except: id.nullish(),
})

/**
 * Calls that read the history: differences between rounds, comparable documents, and the documents and processes that refer to each
 * other.
 */
export function historyRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.get('/workflow/rounds/:procInstId', { config: access, schema: { params: z.strictObject({ procInstId: id }) } },
    async (request): Promise<Round[]> => {
      const context = readContext(calls, request)
      const found = await read(context, request.params.procInstId)
      const { id: document, form, evaluation } = found
      const rounds = roundsOf(await historyOf(context.db, document), form, accessOnScreen(found))
      return rounds.map(({ edits, ...round }) => ({ ...round,
        edits: edits.map((edit) => ({ ...edit, by: personOf(evaluation.directory, edit.by) })) })
      )
    })

  routes.get('/workflow/pastAmounts/:procInstId', { config: access, schema: { params: z.strictObject({ procInstId: id }) } },
    async (request) => {
      const { host, db, caller, at, ...context } = readContext(calls, request)
      const { id: document } = await read({ host, db, caller, at, ...context }, request.params.procInstId)
      return pastAmounts({ db, at, reader: await readerOf(host, db, caller) }, document)
    })

  routes.post('/workflow/getProcess', { config: { ...access, reads: true, aliasResult: true }, schema: { body: processQuery } },
    async (request) => {
      const { current, size, label, type, except, ...narrowing } = request.body
      const context = readContext(calls, request)
      const query = { current, size, keyword: label || undefined, context: { ...narrowing, except: except ?? undefined },
        today: todayOf(context.at) }
      const { records, total } = await (type ? changeableProcesses : linkableDocuments)(context, query)
      return { records, total, current, size, pages: Math.ceil(total / size) }
    })
}
