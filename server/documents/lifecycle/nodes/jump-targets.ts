import { actions } from '#approval/actions/all.ts'
import { decide, isRefusal, nodesOnWay } from '#approval/engine.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Caller } from '#server/identity/caller.ts'
import { refusalError } from './position.ts'
import type { ReadDocument } from '#server/documents/read-document.ts'
import { engineFacts } from '../engine-facts.ts'

/**
 * Targets to which an administrator can move a document: nodes that the engine accepts, and that the document's value leads to.
 * @throws the reason where there is none
 */
export function jumpTargets(document: ReadDocument, { id: by, locale }: Pick<Caller, 'id' | 'locale'>) {
  const { process, pinned: { flow } } = document
  const facts = engineFacts(document)
  const command = { action: 'jump', target: '', comment: '-', by, at: facts.at } as const
  const refused = actions.jump.refuse({ flow, document: process, facts, person: by })
  if (refused) throw refusalError(refused, command, { flow, process, locale })
  const onWay = nodesOnWay(flow, facts, process)
  return nodesOf(flow)
    .filter(({ block, id: target }) =>
      block === 'approve' && onWay.has(target) && !isRefusal(decide(flow, process, { ...command, target }, facts))
    )
    .map(({ id, cn, en }) => ({ activityId: id, name: cn, nameEn: en }))
}
