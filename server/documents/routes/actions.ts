import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { taskOf } from '#approval/state.ts'
import { signedIn } from '#server/http/access.ts'
import { postingFirst } from '#server/postings/before-pass.ts'
import { type AnswerWithText, withMessage } from '#server/http/answers/envelope.ts'
import { attachTo, keepOthersFiles } from '#server/attachments/attachments.ts'
import { act, actOnTask, type CommandResult, mustBeEnabled, mustRead } from '../lifecycle/commands.ts'
import { hardToDecide, nodeOf, noSuchTask, pass } from '../lifecycle/pass.ts'
import { detailRoute, stateCodes } from '../wire.ts'
import { askForPass, askingOnDemand } from '../values/ask-outside.ts'
import { business, choicesOf, comment, confirmed, type DocumentRouteContext, explained, explanations, files, hints, id, nodeList,
  readContext, runAction, typed, unitOfWork } from './requests.ts'
import { changeEvents, type CommandContext, commit, missingUnlessReadable, open } from '../lifecycle/run-command.ts'
import { attachmentsOf } from '../links/links.ts'
import { refuseProblems, valueAtNode } from '../values/valuation.ts'
import { rowHoldersOf } from '../lifecycle/engine-facts.ts'

/** Refusals that are not reported as errors: the answer contains when urging is possible again. */
const tooSoon: ReadonlySet<string> = new Set(['approval.urgeTooEarly', 'approval.urgeTooOften'])

/** Reminds the assignees. @returns whether they were reminded, with a message */
async function urge(context: CommandContext, document: string): Promise<AnswerWithText> {
  await mustRead(context, document)
  try {
    await act(context, document, { action: 'urge' })
    return withMessage(true, 'documents.urged')
  } catch (error) {
    if (error instanceof Refused && tooSoon.has(error.code)) return withMessage(false, error.code, error.parameters)
    throw error
  }
}

const access = { access: signedIn, resource: 'document' } as const
const check = z.strictObject({ item: id, result: z.enum(['pass', 'fail', 'na']), remark: z.string().max(200).optional() })

const passInput = z.strictObject({
  ...hints,
  taskId: id,
  business: business.default({}),
  comment,
  nodeList,
  explainDtoList: explanations,
  checkList: z.array(check).max(100).default([]),
  confirmed,
  exceptions: z.array(z.string().max(300)).max(1000).default([]).describe('Keys of the exceptions that the approver has looked at'),
})
const onTask = z.strictObject({ ...hints, taskId: id, comment })
const onDocument = z.strictObject({ ...hints, procInstId: id, taskId: id.nullish(), comment, attachmentList: files })

/** Calls that decide a task, and those that withdraw a document. */
export function actionRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/workflow/pass', { config: { ...access, repeats: 'once' }, schema: { body: passInput } }, async (request) => {
    const { taskId: task, business: incoming, comment: opinion, nodeList: chosen, explainDtoList, checkList, confirmed: accepted,
      exceptions: seen } = request.body
    let hasAsked = false
    const passOnce = (isUnasked: boolean) =>
      runAction(calls, request, async (context) => {
        await mustBeEnabled(context, chosen.flatMap(({ userIdList }) => userIdList), 'nodeList')
        return pass(context, { task, incoming, comment: opinion, accepted, seen, isUnasked: isUnasked && !hasAsked, isPosting: true,
          checks: checkList, choices: choicesOf(chosen), explanations: explained(explainDtoList) })
      })
    return postingFirst(calls.host, request.caller.id, () =>
      askingOnDemand(passOnce, async () => {
        await askForPass(readContext(calls, request), { task, incoming })
        hasAsked = true
      }))
  })

  routes.post('/workflow/save', { config: { ...access, repeats: 'once' },
    schema: { body: z.strictObject({ ...hints, taskId: id, business }) } },
    (request) =>
      runAction(calls, request, (context) => saveAtNode(context, { task: request.body.taskId, incoming: request.body.business })))

  routes.post('/workflow/hardToDecide', { config: { ...access, repeats: 'once' }, schema: { body: passInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, business: incoming, comment: opinion, nodeList: chosen, explainDtoList } = request.body
        return hardToDecide(context, { task, incoming, comment: opinion, choices: choicesOf(chosen),
          explanations: explained(explainDtoList) })
      }))

  routes.post('/workflow/refuse', { config: { ...access, repeats: 'once' }, schema: { body: onTask } },
    (request) =>
      runAction(calls, request, (context) =>
        actOnTask(context, { action: 'refuse', task: request.body.taskId, comment: request.body.comment })))

  for (const [path, action] of [['/workflow/abort', 'revoke'], ['/workflow/abandoned', 'void']] as const) {
    routes.post(path, { config: { ...access, repeats: 'once' }, schema: { body: onDocument } }, (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, comment: opinion, attachmentList } = request.body
        await mustRead(context, procInstId)
        const { process, proposal } = await act(context, procInstId, { action, comment: opinion, attachments: attachmentList })
        if (proposal)
          request.audited = { id: process.id, after: { proposal: proposal.id, ...request.body } }
        return { state: stateCodes[process.status], businessKey: process.id, routeName: detailRoute(process.form),
          ...(action === 'void' && { proposal: proposal ?? null }) }
      }))
  }

  routes.post('/workflow/abortUpdate', { config: { ...access, repeats: 'once' }, schema: { body: onDocument } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, comment: opinion, attachmentList } = request.body
        await mustRead(context, procInstId)
        const { process } = await act(context, procInstId, { action: 'edit', comment: opinion, attachments: attachmentList })
        return { businessKey: process.id, state: stateCodes[process.status], routeName: `${process.form}Edit` }
      }))

  routes.get('/workflow/urge/:procInstId', { config: { ...access, changing: true, aliasResult: true, repeats: 'once' },
    schema: { params: z.strictObject({ procInstId: id }) } },
    (request) => unitOfWork(calls, request, (context) => urge(context, request.params.procInstId)))
}

interface SavedInput {
  readonly task: string
  readonly incoming: FormValue
}

/**
 * Saves the fields that an approver has filled in so far, at a node that allows it; the task stays open. Invalid values are refused,
 * missing ones are not.
 * @throws Refused, Missing
 */
async function saveAtNode(context: CommandContext, { task, incoming }: SavedInput): Promise<CommandResult> {
  const { host, db, caller, at } = context
  const opened = await open(context, { task }, { asksBindings: false })
  const { stored, form, pinned, evaluation } = opened
  return missingUnlessReadable(context, { document: stored.id, absent: noSuchTask }, async () => {
    const node = nodeOf(stored.process, task, caller.id)
    if (node === undefined) throw new Missing(noSuchTask)
    if (!approvalNode(pinned.flow, node)?.saves) throw new Refused('approval.notAvailable')
    const valuation = await valueAtNode(host, db, {
      form,
      caller,
      at,
      node,
      before: stored.value,
      evaluation: { ...evaluation, actsFor: rowHoldersOf(taskOf(stored.process, task)) },
      incoming,
      accepted: [],
      isDraft: true,
      document: { id: stored.id, number: stored.number, round: stored.process.round, starter: stored.process.starter },
    })
    refuseProblems(valuation)
    const { value } = valuation
    const events = changeEvents(context, opened, { value, node })
    if (events.length === 0) return { process: stored.process, opened }
    const files = attachmentsOf(form.fields, value)
    const process = await commit(context, opened, { events, value })
    await keepOthersFiles(db, caller.id, attachmentsOf(form.fields, stored.value), files)
    await attachTo(db, { document: stored.id, type: form.key, caller: caller.id }, files)
    return { process, opened }
  })
}
