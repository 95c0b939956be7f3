import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { drafts } from '#server/identity/personal/drafts.ts'
import { mustBeEnabled } from '../lifecycle/commands.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { askForFiling } from '../values/ask-outside.ts'
import { calculate, storedValue } from '../values/calculate.ts'
import { asksBefore } from '../values/external-values.ts'
import { extensionsOf, formOf } from '../host.ts'
import { editablePaths } from '../detail.ts'
import { type SubmissionInput, mayFile, resubmit, submit } from '../lifecycle/submit.ts'
import { demandStarter, startableForms } from '../lifecycle/starting.ts'
import { stateCodes } from '../wire.ts'
import { type DocumentRouteContext, unitOfWork, readContext, typed } from './context.ts'
import { business, confirmed, explanations, id, nodeList } from './inputs.ts'
import { bearingDepartments } from '#kernel/fields/roles.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { serverMessages } from '#server/server-messages.ts'
import { versionInput } from '#server/http/version-input.ts'

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
