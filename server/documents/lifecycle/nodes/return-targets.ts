import { resumeModeOf } from '#approval/actions/return.ts'
import { actions } from '#approval/actions/all.ts'
import { targetsOf } from '#approval/engine.ts'
import { taskOf } from '#approval/state.ts'
import { canResumeDirectly, targetRun } from '#approval/targets.ts'
import { startNode } from '#approval/types.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { refusalError } from './position.ts'
import type { ReadDocument } from '#server/documents/read-document.ts'
import { engineFacts } from '../engine-facts.ts'
import { nodeNames } from '#server/documents/definitions/flow-nodes.ts'
import { personOf } from '#server/documents/timeline/people.ts'

/** The holder of the task to return. */
interface ReturnRequest {
  readonly person: string
  readonly task: string | undefined
  readonly locale: Locale
}

/** Targets to which a task can be returned, the initiator first. @throws the reason where it cannot be returned at all */
export function returnTargets(document: ReadDocument, { person, task, locale }: ReturnRequest) {
  const { process, pinned: { flow }, evaluation: { directory } } = document
  const facts = engineFacts(document)
  const refused = actions.return.refuse({ flow, document: process, facts, person, task })
  if (refused)
    throw refusalError(refused, { action: 'return', task: task ?? '', target: '', by: person, at: facts.at }, { flow, process, locale })
  const names = nodeNames(flow)
  const from = process.runs.find(({ id }) => id === taskOf(process, task ?? '')?.run)
  const comesBack = (target: string) =>
    from !== undefined && canResumeDirectly(flow, from.path, targetRun(process, from, target)?.path ?? [])
  return targetsOf(process, flow, { person, task }, facts).map(({ node, people, again }) => {
    const ended = node === startNode
      ? undefined
      : process.runs.findLast((run) => run.node === node && run.finishedAt !== undefined)?.finishedAt
    const { cn, en } = names.get(node) ?? { cn: node, en: node }
    return {
      activityId: node,
      name: cn,
      nameEn: en,
      again,
      resume: comesBack(node) ? resumeModeOf(flow.settings) : 'sequential',
      asks: flow.settings.again === 'changed' ? 'changed' : 'everybody',
      canResumeDirectly: comesBack(node),
      userList: people.map((id) => personOf(directory, id)),
      endTime: ended === undefined ? null : nowOf(new Date(ended)),
    }
  })
}
