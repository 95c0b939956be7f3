import { nowOf } from '../../src/kernel/dates.ts'
import type { DocumentHost } from './host.ts'
import type { Db } from '../database/tables.ts'
import type { ListRow } from './lists.ts'
import { personOf } from './timeline.ts'
import { detailRoute, stateCodes } from './wire.ts'

/** Rows of a list as the wire shows them, with the names of people and departments. */
export async function listed({ host, db }: { host: DocumentHost; db: Db }, rows: readonly ListRow[], now: Date) {
  const directory = await host.directory(db)
  return rows.map((row) => {
    const form = host.forms.get(row.type)
    const [node] = row.current_nodes
    return {
      id: row.task ?? row.id,
      taskId: row.task,
      procInstId: row.id,
      procInsId: row.id,
      businessKey: row.id,
      businessNo: row.number,
      businessType: row.type,
      processKey: row.type,
      routeName: detailRoute(row.type),
      processName: form?.cn ?? row.type,
      processNameEn: form?.en ?? row.type,
      localName: form ? `${form.cn}/${form.en}` : row.type,
      dynamicForm: false,
      urlPage: null,
      title: row.title,
      titleEn: row.title_en,
      state: stateCodes[row.state],
      amount: row.amount,
      initiatorId: row.starter,
      applyerUser: personOf(directory, row.starter),
      departmentId: row.department,
      departmentName: directory.department(row.department)?.name ?? '',
      nodeId: node?.id ?? null,
      nodeName: row.current_nodes.map(({ cn }) => cn).join('、'),
      nodeNameEn: row.current_nodes.map(({ en }) => en).join(', '),
      assignees: row.current_nodes.flatMap(({ people }) => people).map((person) => personOf(directory, person)),
      createTime: nowOf(row.started_at),
      endTime: row.ended_at && nowOf(row.ended_at),
      arrivedTime: row.since && nowOf(row.since),
      stayHours: row.since && row.state === 'inApproval' ? Math.max(0, Math.floor((now.getTime() - row.since.getTime()) / 3_600_000)) : null,
      readState: row.read ? 1 : 0,
    }
  })
}
