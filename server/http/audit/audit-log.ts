import type { Db } from '#server/database/tables.ts'
import type { Log } from '#server/database/log.ts'
import { insertRow, parameters, runText } from '#server/database/statements/text-statements.ts'
import { withNextMark } from '#server/database/statements/statement-marks.ts'
import type { AuditRow, AuditSink } from './audit.ts'

/** Longest delay before entries are written, ms. */
const delay = 500
const batch = 200
/** Maximum number of buffered entries. Beyond it, during a long database outage, the oldest are dropped, with a log message. */
const capacity = 50_000

export interface AuditLog extends AuditSink {
  /** Writes all buffered entries; called at shutdown. */
  flush(): Promise<void>
}

/** Writes one entry immediately: with the end of the given transaction, else by itself. */
export const insertAudit = (db: Db): AuditSink['insert'] => (row, transaction) => {
  const { values, parameter } = parameters()
  const line = insertRow(parameter, 'audit_log', row)
  return transaction ? runText(transaction, `${line} ${withNextMark}`, values) : runText(db, line, values)
}

/** Writes audit entries immediately on request, else in batches, asynchronously and with retries. */
export function auditLog(db: Db, log: Log): AuditLog {
  const waiting: AuditRow[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const drain = async () => {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batch)
      await db.insertInto('audit_log').values(rows).execute()
      waiting.splice(0, rows.length)
    }
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(drain).catch((error: unknown) => {
      log.warn({ err: error, waiting: waiting.length }, 'the audit log could not be written and will be tried again')
      schedule(delay * 10)
    })
    return writing
  }
  const schedule = (wait: number) => {
    timer ??= setTimeout(write, wait).unref()
  }

  return {
    insert: insertAudit(db),
    record(row) {
      waiting.push(row)
      if (waiting.length > capacity) {
        waiting.shift()
        log.error({ trace: row.trace_id }, 'the audit log is full: its oldest waiting line was given up')
      }
      schedule(delay)
    },
    async flush() {
      await write()
      clearTimeout(timer)
      if (waiting.length > 0) log.error({ lost: waiting.length }, 'audit lines could not be written before the end')
    },
  }
}
