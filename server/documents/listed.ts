import type { Directory } from '../../src/approval/directory.ts'
import { nowOf } from '../../src/kernel/dates.ts'
import type { Label } from '../../src/kernel/label.ts'
import type { DocumentHost } from './host.ts'
import type { Db } from '../database/tables.ts'
import type { ListRow } from './lists.ts'
import { personOf } from './timeline-people.ts'
import { detailRoute, stateCodes } from './wire.ts'

/** Rows of a list as the wire shows them, with the names of people and departments. */
export async function listed({ host, db }: { host: DocumentHost; db: Db }, rows: readonly ListRow[], now: Date) {
  const directory = await host.directory(db)
  return rows.map((row) => ({
    id: row.task ?? row.id,
    taskId: row.task,
    procInstId: row.id,
    procInsId: row.id,
    businessKey: row.id,
    businessNo: row.number,
    ...typeOf(row, host.forms.get(row.type)),
    title: row.title,
    titleEn: row.title_en,
    state: stateCodes[row.state],
    amount: row.amount,
    initiatorId: row.starter,
    applyerUser: personOf(directory, row.starter),
    departmentId: row.department,
    departmentName: directory.department(row.department)?.name ?? '',
    ...nodesOf(row, directory),
    ...timesOf(row, now),
    readState: row.read ? 1 : 0,
  }))
}

/** The names of the type; a type that is not registered any more goes by its key. */
const typeOf = ({ type }: ListRow, { cn, en }: Label = { cn: type, en: type }) => ({
  businessType: type,
  processKey: type,
  routeName: detailRoute(type),
  processName: cn,
  processNameEn: en,
  localName: cn === en ? cn : `${cn}/${en}`,
  dynamicForm: false,
  urlPage: null,
})

const nodesOf = ({ current_nodes: nodes }: ListRow, directory: Directory) => ({
  nodeId: nodes[0]?.id ?? null,
  nodeName: nodes.map(({ cn }) => cn).join('、'),
  nodeNameEn: nodes.map(({ en }) => en).join(', '),
  assignees: nodes.flatMap(({ people }) => people).map((person) => personOf(directory, person)),
})

const timesOf = ({ started_at: started, ended_at: ended, since, state }: ListRow, now: Date) => ({
  createTime: nowOf(started),
  endTime: ended && nowOf(ended),
  arrivedTime: since && nowOf(since),
  stayHours: since && state === 'inApproval' ? Math.max(0, Math.floor((now.getTime() - since.getTime()) / hour)) : null,
})

const hour = 3_600_000
