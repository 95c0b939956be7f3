import type { NodePerson, TimelinePerson } from '#approval/wire/timeline.ts'
import type { Directory } from '#approval/directory.ts'
import type { NodeRun, Task } from '#approval/types.ts'
import { roundOf } from '#approval/state.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { spokenBy } from './reasons.ts'
import { labelOf, personOf } from './people.ts'
import type { TimelineContext, TimelineRecord } from './record.ts'
import { modeCode, nodeTypes } from '../wire.ts'

/** Returns the people of an entry of a node in their order; none where it is one person. */
export function nodePeopleOf(run: NodeRun, directory: Directory): NodePerson[] {
  if (run.tasks.length < 2) return []
  return run.tasks.map((task) => ({ ...personOf(directory, task.person), state: stateOf(task), countersigner: task.parent !== undefined }))
}

const stateOf = ({ state }: Task): NodePerson['state'] => (state === 'cancelled' ? 'dropped' : state)

/** The nodes that wait for somebody, with since when and until when. */
export function runningRecords(context: TimelineContext): TimelineRecord[] {
  const { process } = context
  if (process.status !== 'inApproval') return []
  return process.runs.filter(({ state }) => state === 'running').map((run) => runningRecord(run, context))
}

function runningRecord(run: NodeRun, context: TimelineContext): TimelineRecord {
  const { process, reader, directory, names } = context
  const holders = run.tasks.filter(({ state }) => state === 'running')
  const ids = holders.map(({ person }) => person)
  return {
    id: `${process.id}-running-${run.id}`,
    procInstId: process.id,
    round: run.round,
    countsIn: roundOf(run),
    nodeType: run.node === 'start' ? nodeTypes.start : nodeTypes.approve,
    nodeId: run.node,
    ...labelOf(names, run.node),
    operateType: 'running',
    operator: null,
    userList: holders.map((task) => holderOf(task, context)),
    userIdList: ids,
    ccUserList: [],
    createTime: nowOf(new Date(run.enteredAt)),
    endTime: null,
    comment: null,
    commentDefault: false,
    oaAttachmentList: [],
    removableList: [],
    approvalTypeCode: modeCode(run.mode),
    nodePeople: nodePeopleOf(run, directory),
    multiInst: run.tasks.filter(({ parent }) => parent === undefined).length > 1,
    sequential: run.mode === 'sequential',
    initiator: ids.includes(process.starter),
    mineRelates: ids.includes(reader.id),
    editable: false,
    deleted: false,
    changes: [],
    hardToDecide: false,
    administrator: false,
    confirmedBy: null,
    countersigner: false,
    orderType: null,
    cancelled: false,
    target: null,
  }
}

const hour = 3_600_000

/** Somebody who has it now. */
function holderOf(task: Task, { directory, due, now }: TimelineContext): TimelinePerson {
  const since = task.openedAt === undefined ? undefined : new Date(task.openedAt)
  const dueAt = due.get(task.id)
  return personOf(directory, task.person, {
    why: task.why.map(spokenBy(directory)),
    since: since ? nowOf(since) : null,
    stayHours: since ? Math.max(0, Math.floor((now.getTime() - since.getTime()) / hour)) : 0,
    dueTime: dueAt ? nowOf(dueAt) : null,
    overdue: dueAt !== undefined && dueAt < now,
  })
}
