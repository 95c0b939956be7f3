import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Generated, JSONColumnType } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type CommitStep, withCommitStep } from '#server/database/transaction.ts'
import type { Log } from '#server/database/connection.ts'
import { insertRow, parameters, runText, withNextMark } from '#server/database/statements/text-statements.ts'

/** One line of the audit log. */
export interface AuditRow {
  readonly create_time: Date
  readonly user_id: string | null
  readonly ip: string
  readonly method: string
  /** Pattern of the route, never the URL with ids and queries. */
  readonly path: string
  readonly resource: string | null
  readonly resource_id: string | null
  /** JSON of the record before and after, where the handler provides them. */
  readonly before: string | null
  readonly after: string | null
  readonly code: number
  readonly ms: number
  readonly trace_id: string
}

export interface AuditSink {
  /** Buffers an entry, which is written after the answer. */
  record(row: AuditRow): void
  /** Writes an entry immediately, in a transaction or, without one, before the answer. */
  insert(row: AuditRow, transaction?: Db): Promise<unknown>
}

/** The additions of a handler to its entry: the record concerned, already redacted by field kind. */
interface AuditAdditions {
  /** The person, for calls that authenticate one. */
  readonly by?: string
  /** Whether access was refused although the answer is an ordinary page. */
  readonly turnedAway?: boolean
  readonly id?: string
  readonly before?: object
  readonly after?: object
}

/**
 * Writes an entry for every changing call and for every refused call. The entry of a change is part of its transaction; a change without
 * a transaction, and details that a handler adds later, are written before the answer. So an acknowledged change always has an entry, and
 * so has a read that its handler notes. Refusals are written later, in batches.
 */
export function installAudit(app: FastifyInstance, { sink, clock }: { readonly sink: AuditSink; readonly clock: { now(): Date } }): void {
  app.decorateRequest('audited', undefined)
  app.decorateRequest('auditLine', undefined)
  app.addHook('preHandler', (request, reply, done) => {
    if (!isKeptWithItsWork(request)) return done()
    const line = auditLine(() => rowOf(request, reply, clock.now()), () => request.audited, sink)
    request.auditLine = line
    // a unit of work takes the entry from the request
    if (request.routeOptions.config.repeats === 'once') return done()
    withCommitStep(line, reply.raw, done)
  })
  app.addHook('onSend', async (request, reply) => {
    if (codeOf(request, reply) !== 200) return
    await request.auditLine?.complete()
    if (isNotedRead(request)) await sink.insert(rowOf(request, reply, clock.now()))
  })
  app.addHook('onResponse', async (request, reply) => {
    if (isWorthALine(request, reply) && !(request.auditLine?.isComplete() && codeOf(request, reply) === 200))
      sink.record(rowOf(request, reply, clock.now()))
  })
}

interface AuditLine extends CommitStep {
  /** Writes what is not in a transaction yet. Never throws: failed entries are added to the batches. */
  complete(): Promise<void>
  isComplete(): boolean
}

/** The entry of one call; it is written with the first of its transactions that commits. */
function auditLine(row: () => AuditRow, details: () => AuditAdditions | undefined, sink: AuditSink): AuditLine {
  let written: { readonly details: AuditAdditions | undefined; readonly isKept: boolean } | undefined
  const isComplete = () => written?.isKept === true && written.details === details()
  return {
    isComplete,
    async write(transaction) {
      if (written) return false
      written = { details: details(), isKept: false }
      await sink.insert({ ...row(), code: 200 }, transaction)
      return true
    },
    ended(isKept) {
      written = isKept && written ? { ...written, isKept } : undefined
    },
    async complete() {
      if (isComplete()) return
      const kept = details()
      await sink.insert(row()).then(() => (written = { details: kept, isKept: true }), () => undefined)
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler to identify the record for the audit log. */
    audited: AuditAdditions | undefined
    /** The audit entry of a changing call. */
    auditLine: AuditLine | undefined
  }
}

declare module '#server/database/tables.ts' {
  interface Tables {
    audit_log: Omit<AuditRow, 'before' | 'after'> & {
      readonly id: Generated<string>
      readonly before: JSONColumnType<object> | null
      readonly after: JSONColumnType<object> | null
    }
  }
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function isWorthALine(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.is404) return false
  return isChanging(request) || reply.answerCode === 401 || reply.answerCode === 403
}

/** Returns whether a read was noted by its handler (`audited`): full account numbers were shown. */
const isNotedRead = (request: FastifyRequest): boolean => !request.is404 && !isChanging(request) && request.audited !== undefined

function isChanging({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return config.changing === true || (!readMethods.has(method) && !config.reads)
}

/**
 * Returns whether the entry is written with the change. Excludes calls of the sign-in protocol, which are open and have answers of their
 * own format.
 */
const isKeptWithItsWork = (request: FastifyRequest): boolean =>
  !request.is404 && isChanging(request) && request.routeOptions.config.access?.who !== 'open'

function rowOf(request: FastifyRequest, reply: FastifyReply, at: Date): AuditRow {
  const { config, url = '' } = request.routeOptions
  return {
    create_time: at,
    user_id: request.signedIn?.id ?? request.audited?.by ?? null,
    ip: request.ip,
    method: request.method,
    path: url,
    resource: config.resource ?? null,
    ...recordOf(request),
    code: codeOf(request, reply),
    ms: Math.max(0, Math.round(reply.elapsedTime)),
    trace_id: request.id,
  }
}

function codeOf({ audited }: FastifyRequest, reply: FastifyReply): number {
  if (audited?.turnedAway) return 401
  return reply.answerCode === 200 ? reply.statusCode : reply.answerCode
}

function recordOf({ audited = {}, params, body }: FastifyRequest): Pick<AuditRow, 'resource_id' | 'before' | 'after'> {
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  return { resource_id: audited.id ?? idOf(params, ['id', ...documentKeys]) ?? idOf(body, documentKeys), before: json(audited.before),
    after: json(audited.after) }
}

/** Keys by which calls identify a document, or one of its tasks. */
const documentKeys = ['procInstId', 'businessKey', 'taskId'] as const

function idOf(sent: unknown, keys: readonly string[]): string | null {
  const named = typeof sent === 'object' && sent !== null ? (sent as Readonly<Record<string, unknown>>) : {}
  const id = keys.map((key) => named[key]).find((value) => value !== undefined && value !== null)
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null
}

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
