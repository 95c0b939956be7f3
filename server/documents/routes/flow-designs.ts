import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { canDesign, type FlowReference, type ImportedFlow, type Publication } from '#kernel/flow/design.ts'
import { censusClasses } from '#kernel/flow/design-analysis.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { administerPermission } from '#approval/administrator.ts'
import { transaction } from '#server/database/transaction.ts'
import { needs } from '#server/http/access.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import { formOf } from '../host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { approverRuleInput, flowInput } from '../flow-analysis/flow-input.ts'
import { findingAnswer, type FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { censusOf, moveDocuments } from '../flow-designs/census.ts'
import { designView, flowBodies, peopleForRule } from '../flow-designs/design-view.ts'
import { addComment, createDraft, deleteDraft, deleteNode, draftComments, readDraft, saveDraft } from '../flow-designs/drafts.ts'
import { counterparts, flowFile, importedFlow, readFlowFile } from '../flow-designs/flow-file.ts'
import { publicationHistory } from '../flow-versions/flow-store.ts'
import { deleteDesign, judgeDraft, judgeVersion, publishDraft, rollBack, stopFlow } from '../flow-designs/publishing.ts'
import { addScenario, changeScenario, removeScenario, runScenarios, saveDocumentScenario, scenariosOf,
  simulateFlow } from '../flow-designs/simulation.ts'
import { cancelWhatIf, figuresOf, whatIfRun, whatIfs } from '../flow-designs/what-if.ts'
import { bulk, business, type DocumentRouteContext, id, readContext, typed, unitOfWork } from './requests.ts'

const look = { access: needs(administerPermission), resource: 'flow' } as const
const ask = { ...look, reads: true } as const
const edit = { access: needs(administerPermission, canDesign.edit), resource: 'flow', repeats: 'once' } as const
const publish = { access: needs(administerPermission, canDesign.publish), resource: 'flow', repeats: 'once' } as const

const ofKey = z.strictObject({ key: z.string().max(64) })
const ofDraft = ofKey.extend({ draft: id })
const plain = z.strictObject({ _t: z.unknown().optional() })
const hash = z.string().min(1).max(64)
const name = z.string().trim().min(1, 'error.field.required').max(100)
const text = z.string().trim().min(1, 'error.field.required').max(1000)
const revision = z.coerce.number().int().min(1).max(1_000_000)
const node = z.string().min(1).max(64)

/** Exactly one of the three. */
const flowReference: z.ZodType<FlowReference> = z.union([z.strictObject({ draft: id }), z.strictObject({ version: hash }),
  z.strictObject({ flow: flowInput })])
const creating = z.strictObject({ name, from: hash.optional(), flow: flowInput.optional() })
const saving = z.strictObject({ revision, base: hash, flow: flowInput, name: name.optional() })
const commenting = z.strictObject({ node: node.optional(), text })
const publishing = z.strictObject({ revision, current: hash, reason: text })
const stopping = z.strictObject({ current: hash, reason: text })
const choices = z.array(z.strictObject({ node, people: z.array(id).max(50) })).max(50).default([])
const simulating = z.strictObject({ of: flowReference, person: id, value: business.default({}), document: id.optional(), choices })
const asking = z.strictObject({ rule: approverRuleInput, person: id.optional(), value: business.default({}) })
const scenario = z.strictObject({ name, person: id, value: business,
  expected: z.array(z.strictObject({ node, people: z.array(id).max(500) })).max(200) })
const documentScenario = z.strictObject({ name, person: id, document: id, value: business.default({}), of: flowReference })
const mapping = z.strictObject(
  Object.fromEntries(
    ['roles', 'people', 'departments', 'fields'].map((part) => [part, z.record(z.string().max(64), z.string().max(64)).optional()]),
  ),
).default({})
const kind = z.enum(censusClasses)
const counting = z.strictObject({ of: flowReference, class: kind.optional(), current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(200).default(20) })
const moving = z.strictObject({ version: hash, choice: z.enum(['move', 'restart']), documents: z.array(id).max(1_000).optional(),
  classes: z.array(kind).max(censusClasses.length).optional(), except: z.array(id).max(1_000).optional(), reason: text, bulk })
const figure = z.strictObject({ dictionary: z.string().min(1).max(64), name: z.string().min(1).max(100),
  value: z.union([z.string().trim().min(1, 'error.field.required').max(100), z.number()]) })
const wondering = z.strictObject({ of: flowReference, from: dayInput, to: dayInput, parameters: z.array(figure).max(50).default([]) })
const importing = z.strictObject({ file: z.unknown(), mapping })

/** The body of the flow of a call. @throws Missing */
async function referredFlow({ db, flows }: Pick<CommandContext, 'db' | 'flows'>, { key }: Form, of: FlowReference): Promise<Flow> {
  if ('flow' in of) return of.flow
  return 'draft' in of ? (await readDraft(db, key, of.draft)).flow : (await flows.pinned(db, key, of.version)).flow
}

/** Calls of the designer: drafts, publications, simulations. */
export function flowDesignRoutes(app: FastifyInstance, calls: DocumentRouteContext, judge: FlowAnalysis): void {
  const bodies = flowBodies(judge)
  designRoutes(app, calls, bodies)
  draftRoutes(app, calls, bodies)
  publicationRoutes(app, calls, judge)
  simulationRoutes(app, calls, judge)
  scenarioRoutes(app, calls)
  censusRoutes(app, calls)
  whatIfRoutes(app, calls)
}

type Bodies = ReturnType<typeof flowBodies>

function designRoutes(app: FastifyInstance, calls: DocumentRouteContext, bodies: Bodies): void {
  const routes = typed(app)
  const { host } = calls

  routes.get('/workflow/def/:key/design', { config: look, schema: { params: ofKey, querystring: plain } },
    (request) => designView(readContext(calls, request), formOf(host, request.params.key)))

  routes.get('/workflow/def/:key/version/:hash', { config: look, schema: { params: ofKey.extend({ hash }), querystring: plain } },
    (request) => bodies.version(readContext(calls, request), formOf(host, request.params.key), request.params.hash))

  routes.get('/workflow/def/:key/history', { config: look, schema: { params: ofKey, querystring: plain } },
    async ({ params: { key } }) => publicationHistory(host.db, await host.directory(host.db), formOf(host, key).key))

  routes.delete('/workflow/def/:key', { config: publish, schema: { params: ofKey } }, async (request) => {
    const form = formOf(host, request.params.key)
    request.audited = { id: form.key }
    const answer = await unitOfWork(calls, request, async (context) => {
      await deleteDesign(context, form)
      return null
    })
    await host.recompose()
    return answer
  })
}

function draftRoutes(app: FastifyInstance, calls: DocumentRouteContext, bodies: Bodies): void {
  const routes = typed(app)
  const { host } = calls

  routes.post('/workflow/def/:key/draft', { config: edit, schema: { params: ofKey, body: creating } }, (request) => {
    const form = formOf(host, request.params.key)
    request.audited = { id: form.key, after: { name: request.body.name } }
    return unitOfWork(calls, request,
      async (context) => bodies.draft(context, form, await createDraft(context, { key: form.key, ...request.body })))
  })

  routes.get('/workflow/def/:key/draft/:draft', { config: look, schema: { params: ofDraft, querystring: plain } },
    (request) => bodies.draft(readContext(calls, request), formOf(host, request.params.key), request.params.draft))

  routes.put('/workflow/def/:key/draft/:draft', { config: edit, schema: { params: ofDraft, body: saving } }, (request) => {
    const { key, draft } = request.params
    const form = formOf(host, key)
    request.audited = { id: key, after: { draft } }
    return unitOfWork(calls, request,
      async (context) => bodies.saved(context, form, draft, await saveDraft(context, { key, id: draft, save: request.body })))
  })

  routes.delete('/workflow/def/:key/draft/:draft', { config: edit,
    schema: { params: ofDraft, querystring: plain.extend({ revision: revision.optional() }) } }, (request) => {
    const { key, draft } = request.params
    request.audited = { id: key, after: { draft } }
    return unitOfWork(calls, request, (context) => deleteDraft(context, { key, id: draft, revision: request.query.revision }))
  })

  routes.delete('/workflow/def/:key/draft/:draft/node/:node', { config: edit,
    schema: { params: ofDraft.extend({ node }), querystring: z.strictObject({ revision, _t: z.unknown().optional() }) } }, (request) => {
    const { key, draft, node: deleted } = request.params
    const form = formOf(host, key)
    request.audited = { id: key, after: { draft, node: deleted } }
    return unitOfWork(calls, request,
      async (context) =>
        bodies.saved(context, form, draft, await deleteNode(context, { key, id: draft, node: deleted, revision: request.query.revision })))
  })

  routes.get('/workflow/def/:key/draft/:draft/comment', { config: look, schema: { params: ofDraft, querystring: plain } },
    async ({ params: { key, draft } }) => draftComments(host.db, await host.directory(host.db), key, draft))

  routes.post('/workflow/def/:key/draft/:draft/comment', { config: edit, schema: { params: ofDraft, body: commenting } }, (request) => {
    const { key, draft } = request.params
    request.audited = { id: key, after: { draft, ...request.body } }
    return unitOfWork(calls, request, async (context) => {
      const added = await addComment(context, { key, id: draft, node: request.body.node, text: request.body.text })
      return (await draftComments(context.db, await host.directory(context.db), key, draft)).find((comment) => comment.id === added)
    })
  })
}

function publicationRoutes(app: FastifyInstance, calls: DocumentRouteContext, judge: FlowAnalysis): void {
  const routes = typed(app)
  const { host } = calls

  /** The entry that a publication added. */
  const entryOf = async ({ db }: CommandContext, key: string, seq: number): Promise<Publication | undefined> =>
    (await publicationHistory(db, await host.directory(db), key)).find((entry) => entry.seq === seq)

  routes.post('/workflow/def/:key/draft/:draft/publish', { config: publish, schema: { params: ofDraft, body: publishing } },
    async (request) => {
      const { key, draft } = request.params
      const form = formOf(host, key)
      const judged = await judgeDraft(readContext(calls, request), judge, form, { id: draft, ...request.body })
      request.audited = { id: key, after: request.body }
      return unitOfWork(calls, request, async (context) => entryOf(context, key, await publishDraft(context, form, judged, request.body)))
    })

  routes.put('/workflow/def/:key/stop', { config: publish, schema: { params: ofKey, body: stopping } }, (request) => {
    const { key } = formOf(host, request.params.key)
    request.audited = { id: key, after: request.body }
    return unitOfWork(calls, request, async (context) => entryOf(context, key, await stopFlow(context, key, request.body)))
  })

  routes.put('/workflow/def/:key/rollback', { config: publish, schema: { params: ofKey, body: stopping.extend({ to: hash }) } },
    async (request) => {
      const form = formOf(host, request.params.key)
      const flow = await judgeVersion(readContext(calls, request), judge, form, request.body)
      request.audited = { id: form.key, after: request.body }
      return unitOfWork(calls, request, async (context) => entryOf(context, form.key, await rollBack(context, form, request.body, flow)))
    })
}

function simulationRoutes(app: FastifyInstance, calls: DocumentRouteContext, judge: FlowAnalysis): void {
  const routes = typed(app)
  const { host } = calls

  routes.post('/workflow/def/:key/people', { config: ask, schema: { params: ofKey, body: asking } },
    (request) => peopleForRule(readContext(calls, request), formOf(host, request.params.key), request.body))

  routes.post('/workflow/def/:key/simulate', { config: ask, schema: { params: ofKey, body: simulating } }, async (request) => {
    const context = readContext(calls, request)
    const form = formOf(host, request.params.key)
    const { of, ...filing } = request.body
    return simulateFlow(context, { form, flow: await referredFlow(context, form, of), ...filing })
  })

  routes.get('/workflow/def/:key/export', { config: look,
    schema: { params: ofKey,
      querystring: z.strictObject({ version: hash.optional(), draft: id.optional(), _t: z.unknown().optional() }) } }, async (request) => {
    const context = readContext(calls, request)
    const form = formOf(host, request.params.key)
    const { version, draft } = request.query
    const of = draft === undefined ? { version: version ?? (await context.flows.current(host.db, form)).hash } : { draft }
    return flowFile(form, await referredFlow(context, form, of), await host.organisation(host.db), await host.directory(host.db))
  })

  routes.post('/workflow/def/:key/import', { config: ask, schema: { params: ofKey, body: importing } },
    async (request): Promise<ImportedFlow> => {
      const form = formOf(host, request.params.key)
      const { db } = host
      const here = await counterparts(db, await host.organisation(db), await host.directory(db))
      const read = importedFlow(readFlowFile(request.body.file), here, { mapping: request.body.mapping, fields: form.fields })
      const findings = await judge(db, { form, flow: read.flow })
      return { ...read, findings: findings.map((found) => findingAnswer(found, request.caller.locale)) }
    })
}

function scenarioRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const { host } = calls
  const ofScenario = ofKey.extend({ scenario: id })
  const one = async ({ db }: Pick<CommandContext, 'db'>, key: string, wanted: string) =>
    (await scenariosOf(db, await host.directory(db), key)).find((each) => each.id === wanted)

  routes.get('/workflow/def/:key/scenario', { config: look, schema: { params: ofKey, querystring: plain } },
    async ({ params: { key } }) => scenariosOf(host.db, await host.directory(host.db), formOf(host, key).key))

  routes.post('/workflow/def/:key/scenario', { config: edit, schema: { params: ofKey, body: z.union([scenario, documentScenario]) } },
    (request) => {
      const form = formOf(host, request.params.key)
      const { body } = request
      request.audited = { id: form.key, after: { scenario: body.name } }
      return unitOfWork(calls, request, async (context) =>
        one(context, form.key, await ('of' in body
          ? saveDocumentScenario(context, { ...body, form, flow: await referredFlow(context, form, body.of) })
          : addScenario(context, form.key, body))))
    })

  routes.put('/workflow/def/:key/scenario/:scenario', { config: edit, schema: { params: ofScenario, body: scenario.extend({ revision }) } },
    (request) => {
      const { key, scenario: changed } = request.params
      request.audited = { id: key, after: { scenario: request.body.name } }
      return unitOfWork(calls, request, async (context) => {
        await changeScenario(context, key, changed, request.body)
        return one(context, key, changed)
      })
    })

  routes.delete('/workflow/def/:key/scenario/:scenario', { config: edit, schema: { params: ofScenario } }, (request) => {
    const { key, scenario: removed } = request.params
    request.audited = { id: key, after: { scenario: removed } }
    return unitOfWork(calls, request, (context) => removeScenario(context, key, removed))
  })

  routes.post('/workflow/def/:key/scenario/run', { config: ask, schema: { params: ofKey, body: z.strictObject({ of: flowReference }) } },
    async (request) => {
      const context = readContext(calls, request)
      const form = formOf(host, request.params.key)
      return runScenarios(context, form, await referredFlow(context, form, request.body.of))
    })
}

function censusRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const { host } = calls
  const census = censusOf()

  routes.post('/workflow/def/:key/census', { config: ask, schema: { params: ofKey, body: counting } }, async (request) => {
    const context = readContext(calls, request)
    const form = formOf(host, request.params.key)
    const { of, ...page } = request.body
    return census(context, { form, flow: await referredFlow(context, form, of), hash: 'version' in of ? of.version : undefined }, page)
  })

  // one transaction per document; documents that were moved already are skipped
  routes.post('/workflow/def/:key/census/move', { config: { ...look, repeats: 'parts' }, schema: { params: ofKey, body: moving } },
    async (request) => {
      const context = readContext(calls, request)
      const form = formOf(host, request.params.key)
      request.audited = { id: form.key, after: request.body }
      return moveDocuments(context, (work) => calls.enter(() => transaction(host.db, (db) => work({ ...context, db }))), form, request.body)
    })
}

function whatIfRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const { host } = calls
  const runs = whatIfs(host)
  app.addHook('preClose', () => runs.close())
  const ofRun = ofKey.extend({ run: id })

  // a run changes no business data: starting twice only runs it twice
  routes.post('/workflow/def/:key/what-if', { config: { ...look, repeats: 'harmless' }, schema: { params: ofKey, body: wondering } },
    async (request) => {
      const context = readContext(calls, request)
      const form = formOf(host, request.params.key)
      const { of, from, to, parameters } = request.body
      const current = await context.flows.current(host.db, form)
      const figures = figuresOf(host.plugins, parameters)
      const run = await runs.start(context, { form, from: current.flow, to: await referredFlow(context, form, of), period: [from, to],
        figures })
      request.audited = { id: form.key, after: { run, from, to, parameters } }
      return whatIfRun(host.db, form.key, run, context.at)
    })

  routes.get('/workflow/def/:key/what-if/:run', { config: look, schema: { params: ofRun, querystring: plain } },
    (request) => whatIfRun(host.db, request.params.key, request.params.run, readContext(calls, request).at))

  routes.delete('/workflow/def/:key/what-if/:run', { config: { ...look, repeats: 'harmless' }, schema: { params: ofRun } }, (request) => {
    request.audited = { id: request.params.key, after: { run: request.params.run } }
    return cancelWhatIf(host.db, request.params.key, request.params.run, readContext(calls, request).at)
  })
}
