import { actions } from '../../src/approval/actions/all.ts'
import { decide, isRefusal } from '../../src/approval/engine.ts'
import { nodesOf } from '../../src/kernel/flow-nodes.ts'
import type { Caller } from '../identity/caller.ts'
import { refusalError } from './answer.ts'
import type { Read } from './detail.ts'
import { engineFacts } from './engine-facts.ts'

/** Where an administrator may move a document: each node to which the jump itself is accepted. @throws the reason why to none */
export function jumpTargets(document: Read, { id: by, locale }: Pick<Caller, 'id' | 'locale'>) {
  const { process, pinned: { flow } } = document
  const facts = engineFacts(document)
  const command = { action: 'jump', target: '', comment: '-', by, at: facts.at } as const
  const refused = actions.jump.refuse({ flow, document: process, facts, person: by })
  if (refused) throw refusalError(refused, command, { flow, process, locale })
  return nodesOf(flow)
    .filter(({ block, id: target }) => block === 'approve' && !isRefusal(decide(flow, process, { ...command, target }, facts)))
    .map(({ id, cn, en }) => ({ activityId: id, name: cn, nameEn: en }))
}
