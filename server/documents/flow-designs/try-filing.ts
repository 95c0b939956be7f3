import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { FilingInput, TriedFiling } from '#server/host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { valueAtStart } from '../values/valuation.ts'
import { simulateFlow } from './simulation.ts'

/**
 * Judges a value as filing it would, and runs it through the form's flow; nothing is written. Where the initiator chooses approvers, they
 * choose themselves.
 * @throws Refused for a malformed value
 */
export async function tryFiling(context: CommandContext, { form, value, caller }: FilingInput): Promise<TriedFiling> {
  const { host, db, at } = context
  const { flow } = form
  const { problems } = await valueAtStart(host, db, { form, flow, caller, at, before: undefined, incoming: value, accepted: [],
    document: { id: 'draft', round: 1, starter: caller.id } })
  const choices = nodesOf(flow).filter((node) => node.block === 'approve' && node.by.rule === 'selectUser')
    .map(({ id }) => ({ node: id, people: [caller.id] }))
  const { steps, refusal } = await simulateFlow(context, { form, flow, person: caller.id, value, choices })
  return { problems, steps, refusal }
}
