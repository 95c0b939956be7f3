import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { bearingDepartments } from '#kernel/fields/roles.ts'
import { type FieldProblem, Missing, Refused } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { givenOf } from '#kernel/evaluate/external-questions.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { signedIn } from '#server/http/access.ts'
import { drafts } from '#server/identity/personal/drafts.ts'
import { serverMessages } from '#server/server-messages.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { mustBeEnabled } from '../lifecycle/commands.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { askForFiling } from '../values/ask-outside.ts'
import { calculate, storedValue } from '../values/calculate.ts'
import { asksBefore } from '../values/external-values.ts'
import { extensionsOf, formOf } from '../host.ts'
import { editablePaths } from '#kernel/evaluate/access/editable.ts'
import { demandStarter, mayFile, resubmit, startableForms, type SubmissionInput, submit } from '../lifecycle/submit.ts'
import { stateCodes } from '../wire.ts'
import { business, confirmed, type DocumentRouteContext, explanations, id, nodeList, readContext, typed, unitOfWork } from './requests.ts'
import { evaluationAt } from '../values/form-facts.ts'

const ofType = z.strictObject({ businessType: z.string().max(64) })
const access = { access: signedIn, resource: 'document' } as const
const readAccess = { ...access, reads: true } as const

const applyInput = z.strictObject({
  business,
  nodeList,
  attachmentList: z.array(id).max(100).optional(),
  relatedProcessList: z.array(id).max(20).optional(),
  explainDtoList: explanations,
  operate: z.enum(['add', 'edit']).default('add'),
  businessKey: id.nullish(),
  confirmed,
  /** Version of the filed draft; it is deleted with the filing, unless it was saved again in another window. */
  draft: versionInput.min(1).optional(),
  /** Id of the opened form under which its drafts were saved: all of these are deleted, and later saves store nothing. */
  form: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/).optional(),
})

const querystring = z.strictObject({
  businessType: z.string().max(64),
  businessNo: z.string().max(40).nullish(),
  businessKey: id.nullish(),
  parameters: business.default({}),
  nodeList,
})

/** Adds the text in both languages, since browsers only have the texts of the form's own modules. */
function worded(find: FindText, problem: FieldProblem): FieldProblem {
  const [cn, en] = (['cn', 'en'] as const).map((locale) => problem.message?.[locale] ?? find(problem.code, problem.parameters, locale))
  return cn === undefined || en === undefined ? problem : { ...problem, message: { cn, en } }
}

/** Calls for filing a form: its definition, the preview, and the filing itself. */
export function filingRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const find = serverMessages(calls.host.plugins)

  routes.post('/oaserver/:businessType/apply', { config: { ...access, repeats: 'once' }, schema: { params: ofType, body: applyInput } },
    async (request) => {
      const { businessKey, operate } = request.body
      const filing = filingOf(request.params.businessType, request.body)
      await askForPreview(readContext(calls, request), filing, operate === 'edit' && businessKey ? businessKey : undefined)
      return unitOfWork(calls, request, async (context) => {
        await mustBeEnabled(context, filing.choices.flatMap(({ people }) => people), 'nodeList')
        const { id: key, number, process } = operate === 'edit' && businessKey
          ? await resubmit(context, businessKey, filing)
          : await submit(context, filing)
        const kept = drafts(context.db, request.caller.id)
        const { draft: version, form } = request.body
        if (version !== undefined) await kept.remove(filing.type, { version })
        if (operate === 'edit') await kept.removeOf(key)
        if (form !== undefined) await kept.end(form, context.at)
        return { businessKey: key, businessNo: number, procInstId: key, state: stateCodes[process.status] }
      })
    })

  routes.post('/workflow/userNodeList', { config: { ...readAccess, aliasResult: true }, schema: { body: querystring } },
    async (request) => {
      const { nodes } = await calculate(readContext(calls, request), calculationOf(request.body))
      return nodes
    })

  routes.post('/workflow/wfNodeCalculation', { config: readAccess, schema: { body: querystring } }, async (request) => {
    const { nodes } = await calculate(readContext(calls, request), calculationOf(request.body))
    return nodes.map(({ nodeId, nodeName, nodeNameEn, userList, why, state }) => ({ nodeId, nodeName, nodeNameEn, users: userList,
      reason: why, state })
    )
  })

  routes.post('/oaserver/:businessType/calculate', { config: readAccess,
    schema: { params: ofType, body: querystring.omit({ businessType: true }) } }, async (request) => {
    const { problems, ...answer } = await calculate(readContext(calls, request),
      calculationOf({ ...request.body, businessType: request.params.businessType }))
    return { ...answer, problems: problems.map((problem) => worded(find, problem)) }
  })

  routes.get('/workflow/queryStartFormAuthority', { config: { access: signedIn, aliasResult: true }, schema: { querystring: withType } },
    async (request) => {
      const form = formOf(calls.host, request.query.businessType)
      const canStart = (await startableForms(readContext(calls, request), [form])).length > 0
      const editable = new Set(editablePaths(form, 'start'))
      const fields = Object.entries(form.fields).map((
        [key, field],
      ) => [key, { show: true, edit: canStart && (editable.has(key) || [...editable].some((path) => path.startsWith(`${key}.`))),
        required: field.required === true }]
      )
      return { formMateData: { canStart, fields: Object.fromEntries(fields), departments: request.caller.departments } }
    })

  routes.get('/workflow/startNodeForm', { config: { access: signedIn }, schema: { querystring: withType } }, async (request) => {
    const form = formOf(calls.host, request.query.businessType)
    mayFile(form, request.caller)
    await demandStarter(readContext(calls, request), (await calls.flows.current(calls.host.db, form)).flow)
    const editable = new Set(editablePaths(form, 'start'))
    return Object.entries(form.fields).map(([field, { required }]) => ({ field, readable: true, writable: editable.has(field),
      required: required === true })
    )
  })
}

/** Sends the modules' requests to other systems before any row is locked, and only for callers who may file. */
async function askForPreview(context: CommandContext, { type, incoming: value }: SubmissionInput,
  document: string | undefined): Promise<void> {
  const { host, caller } = context
  const form = formOf(host, type)
  mayFile(form, caller)
  for (const extension of extensionsOf(host, form)) await extension.preview?.({ host, caller, db: host.db, env: host.env, form, value })
  const stored = asksBefore(host, form, 'start') ? await storedValue(context, form, document) : undefined
  await askForFiling(context, { form, incoming: value, before: stored?.value })
}

/** Every GET has a timestamp against caching. */
const withType = z.object({ businessType: z.string().max(64) })

/** Keys of the client that are ignored: the session determines them. */
const sessionKeys = new Set(['createBy', bearingDepartments])

const formPart = (parameters: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parameters).filter(([key]) => !sessionKeys.has(key)))

function filingOf(type: string, input: z.output<typeof applyInput>): SubmissionInput {
  const { attachmentList, relatedProcessList } = input
  return {
    type,
    incoming: { ...formPart(input.business), ...(attachmentList && { attachmentList }), ...(relatedProcessList && { relatedProcessList }) },
    choices: input.nodeList.map(({ nodeId, userIdList }) => ({ node: nodeId, people: userIdList })),
    accepted: input.confirmed,
  }
}

function calculationOf(input: z.output<typeof querystring>) {
  return {
    type: input.businessType,
    document: input.businessKey ?? undefined,
    incoming: formPart(input.parameters),
    choices: input.nodeList.map(({ nodeId, userIdList }) => ({ node: nodeId, people: userIdList })),
  }
}

const text = z.string().max(100)
const key = z.string().max(64)
const choicesQuery = z.strictObject({
  /** The call of another system with its parameters, as a field of the form declares it. */
  call: key,
  with: z.record(key, key).default({}),
  keyword: text.default(''),
  /** The values of the parameters, by the keys of the fields. */
  values: z.record(key, z.union([text, z.number()]).nullable()).default({}),
})
const choicesOfType = z.strictObject({ businessType: key })

/** Time to live of a cached answer, which all users share, ms. */
const maxAge = 300_000
/** Maximum number of choices per answer; further ones are found by keyword. */
const most = 100

/** Choices of another system for a field of a form. */
export function choiceRoutes(app: FastifyInstance, { host }: DocumentRouteContext): void {
  const config = { access: signedIn, resource: 'document', reads: true } as const
  typed(app).post('/oaserver/:businessType/choices', { config, schema: { params: choicesOfType, body: choicesQuery } },
    async ({ params, body }) => {
      const form = formOf(host, params.businessType)
      const place = placeOf(form, body)
      if (!place) throw new Missing('error.missing')
      const { table } = place
      const value: FormValue = table === undefined ? body.values : { ...body.values, [table]: [body.values] }
      const facts = await evaluationAt(host, host.db, { at: host.clock.now(), form })
      await facts.know(form.fields, value)
      const parameters = givenOf(body.with, { form, value, facts, ...(table !== undefined && { table, row: body.values }) })
      if (!parameters) return { choices: [], readAt: null }
      const question = { call: body.call, parameters, keyword: body.keyword }
      await host.external.ask([question], { maxAge })
      const answer = host.external.answer(question)
      if (!answer)
        throw new Refused('external.outage', { system: bilingual(host.external.systemOf(body.call) ?? { cn: body.call, en: body.call }) })
      return { choices: answer.rows.slice(0, most), readAt: answer.readAt.toISOString() }
    })
}

/** The part of the form with a field of this call and parameters: its header, or a table. */
function placeOf({ fields }: Form, { call, with: parameters }: z.output<typeof choicesQuery>): { readonly table?: string } | undefined {
  const isAsked = ({ optionsBy }: Form['fields'][string]) =>
    optionsBy?.call === call && isDeepStrictEqual({ ...optionsBy.with }, { ...parameters })
  if (Object.values(fields).some(isAsked)) return {}
  const table = Object.entries(fields).find(([, { columns = {} }]) => Object.values(columns).some(isAsked))
  return table && { table: table[0] }
}
