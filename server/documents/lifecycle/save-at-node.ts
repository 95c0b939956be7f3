import { taskOf } from '#approval/state.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { attachTo, keepOthersFiles } from '#server/attachments/attachments.ts'
import { attachmentsOf } from '../links/links.ts'
import { refuseProblems, valueAtNode } from '../values/valuation.ts'
import type { CommandResult } from './commands.ts'
import { rowHoldersOf } from './nodes/row-holders.ts'
import { nodeOf, noSuchTask } from './pass.ts'
import { changeEvents, type CommandContext, commit, missingUnlessReadable, open } from './run-command.ts'

interface SavedInput {
  readonly task: string
  readonly incoming: FormValue
}

/**
 * Saves the fields that an approver has filled in so far, at a node that allows it; the task stays open. Invalid values are refused,
 * missing ones are not.
 * @throws Refused, Missing
 */
export async function saveAtNode(context: CommandContext, { task, incoming }: SavedInput): Promise<CommandResult> {
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
