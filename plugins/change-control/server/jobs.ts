import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { transaction } from '#server/database/transaction.ts'
import { writeFromOutside } from '#server/documents/lifecycle/write-into.ts'
import { hours, type Job, type JobWork } from '#server/jobs/job.ts'
import { notify } from '#server/messages/notify.ts'
import { closedLines, stateOf } from '../ecn-line.ts'
import { fiveMOverdue } from '../message-kinds.ts'
import { awaitsChangeMaster, lines } from './notice.ts'
import './tables.ts'

/** Documents that one run of the job writes into, at most; the next run takes the others. */
const most = 500

/** Lines whose planned day has passed are delayed; lines of completed notices are closed as SAP has created their change master. */
export const lineStates: Job = {
  name: 'ecnLineStates',
  every: hours(1),
  async run({ host, db, at, signal }) {
    const today = todayOf(at)
    const late = await db.selectFrom('ecn_line').select('document').distinct().where('document_state', '=', '1').where('item_state', '=',
      '1')
      .where('plan_date', '<', today).limit(most).execute()
    for (const { document } of late) {
      if (signal.aborted) return
      await transaction(db, (tx) =>
        writeFromOutside(host, { db: tx, at, document, set: (value) => ({ [lines]: rowsAt(value, lines).map((row) =>
          stateOf(row) === '1' && typeof row['planDate'] === 'string' && row['planDate'] < today ? { ...row, itemState: '5' } : row
        ) }) }))
    }
    const executed = await db.selectFrom('ecn_line').select('document').distinct().where('document_state', '=', '4').where('item_state',
      'in', ['2', '3']).limit(most).execute()
    for (const { document } of executed) {
      if (signal.aborted || (await awaitsChangeMaster(db, document))) continue
      await transaction(db, (tx) =>
        writeFromOutside(host, { db: tx, at, document, set: (value) => ({ [lines]: closedLines(rowsAt(value, lines)) }) }))
    }
  },
}

/** Marks temporary changes in production that are in approval after their planned end; the initiator is notified of each once. */
export const overdueChanges: Job = {
  name: 'fiveMOverdue',
  every: hours(1),
  async run(work) {
    const { db, at, signal } = work
    const late = await db.selectFrom('document').select(['id', 'number', 'starter', 'value']).where('type', '=', 'fiveMChange')
      .where('state', '=', 'inApproval').where(sql<boolean>`value ->> 'duration' = 'temporary' and value ->> 'planEnd' < ${todayOf(at)}
        and coalesce(value ->> 'isOverdue', 'false') <> 'true'`).orderBy('id').limit(most).execute()
    for (const document of late) {
      if (signal.aborted) return
      await markOverdue(work, document)
    }
  },
}

const markOverdue = ({ host, db, at }: JobWork,
  { id, number, starter, value }: { readonly id: string; readonly number: string; readonly starter: string;
    readonly value: Readonly<Record<string, unknown>> }): Promise<void> =>
  transaction(db, async (tx) => {
    await writeFromOutside(host, { db: tx, at, document: id, set: () => ({ isOverdue: true }) })
    await notify(tx, {
      kind: fiveMOverdue,
      recipients: [starter],
      at,
      document: id,
      blanks: { no: number, subject: String(value['subject']).replaceAll('/', '／'), date: String(value['planEnd']) },
      once: `${id} ${String(value['planEnd'])}`,
    })
  })
