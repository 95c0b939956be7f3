import type { CheckItem, NodeChecks } from '#approval/wire/filed-document.ts'
import { checksOf as requiredChecks } from '#approval/nodes/node-requirements.ts'
import type { Directory } from '#approval/directory.ts'
import type { Event } from '#approval/event.ts'
import { roundOf } from '#approval/state.ts'
import type { DocumentState, Task } from '#approval/types.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { Db } from '#server/database/tables.ts'
import { upcast } from './store/event-versions.ts'
import { personOf } from './timeline/people.ts'

interface CheckListContext {
  readonly flow: Flow
  readonly process: DocumentState
  readonly directory: Directory
  /** Returns whether a condition of the flow holds for the document. */
  readonly condition: (feel: string) => boolean
  /** The reader's own task. */
  readonly task: Task | undefined
}

/**
 * The check lists of a flow's nodes with the answers of the visits that still count. Lists without answers are left out once their node
 * is over.
 */
export async function checkListsOf(db: Db, { flow, process, directory, condition, task }: CheckListContext): Promise<NodeChecks[]> {
  const nodes = nodesOf(flow).filter((node): node is ApprovalNode => node.block === 'approve' && (node.checkList?.length ?? 0) > 0)
  if (nodes.length === 0) return []
  const answers = await answersOf(db, process)
  const lists = nodes.map(({ id, cn, en, checkList = [] }) => {
    const active = task?.node === id
    return {
      nodeId: id,
      nodeName: cn,
      nodeNameEn: en,
      active,
      required: !active || task.parent === undefined,
      items: checkList.filter((item) => answers.has(`${id} ${item.id}`) || requiredChecks({ checkList: [item] }, { condition }).length > 0)
        .map((item) => ({ id: item.id, cn: item.cn, en: item.en, ...answerOf(answers.get(`${id} ${item.id}`), directory) })),
    }
  })
  return lists.filter(({ nodeId, items }) => !isOver(process, nodeId) || items.some(({ result }) => result !== null))
}

/** Returns whether a node can no longer be checked: it was left, or the document has ended. */
function isOver(process: DocumentState, id: string): boolean {
  const visits = countingRuns(process).filter(({ node }) => node === id)
  return process.status !== 'inApproval' || (visits.length > 0 && visits.every(({ state }) => state !== 'running'))
}

/** The visits of the current round that no return has cancelled. */
const countingRuns = ({ round, runs }: DocumentState) => runs.filter((run) => roundOf(run) === round && run.state !== 'cancelled')

type PassEvent = Extract<Event, { type: 'passed' }>

interface ItemAnswer {
  readonly result: NonNullable<CheckItem['result']>
  readonly remark?: string
  readonly by: string
  readonly at: string
}

/** The last answer to each item, by node and item. */
async function answersOf(db: Db, process: DocumentState): Promise<Map<string, ItemAnswer>> {
  const counting = new Set(countingRuns(process).map(({ id }) => id))
  const rows = await db.selectFrom('document_event').select('payload').where('document', '=', process.id).where('type', '=', 'passed')
    .orderBy('seq').execute()
  const passes = rows.map(({ payload }) => upcast(payload) as PassEvent).filter(({ run }) => counting.has(run))
  return new Map(
    passes.flatMap(({ node, checks = [], by, at }) =>
      checks.map(({ item, ...check }) => [`${node} ${item}`, { ...check, by, at }] as const)
    ),
  )
}

const answerOf = (answer: ItemAnswer | undefined, directory: Directory) => ({
  result: answer?.result ?? null,
  remark: answer?.remark ?? null,
  checkedBy: answer ? personOf(directory, answer.by) : null,
  checkedAt: answer ? nowOf(new Date(answer.at)) : null,
})
