import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Generated, JSONColumnType } from 'kysely'

/** One line of the audit log. */
export interface AuditRow {
  readonly create_time: Date
  readonly user_id: string | null
  readonly ip: string
  readonly method: string
  /** Pattern of the route, never the address with its ids and queries. */
  readonly path: string
  readonly resource: string | null
  readonly resource_id: string | null
  /** JSON of the record before and after, where the handler gives them. */
  readonly before: string | null
  readonly after: string | null
  readonly code: number
  readonly ms: number
  readonly trace_id: string
}

export interface AuditSink {
  record(row: AuditRow): void
}

/** What a handler may add to its line: the record it concerns, already redacted by field kind. */
interface Audited {
  /** Who it was, where that is what the call finds out. */
  readonly by?: string
  /** Nobody was let in, though the answer is a page like any other. */
  readonly turnedAway?: boolean
  readonly id?: string
  readonly before?: object
  readonly after?: object
}

/** Writes one line for every call that changes something and for every call that is turned away. */
export function installAudit(app: FastifyInstance, sink: AuditSink): void {
  app.decorateRequest('audited', undefined)
  app.addHook('onResponse', async (request, reply) => {
    if (isWorthALine(request, reply)) sink.record(rowOf(request, reply))
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler to say in the audit log which record the call concerned. */
    audited: Audited | undefined
  }
}

declare module '../database/tables.ts' {
  interface Tables {
    audit_log: Omit<AuditRow, 'before' | 'after'> & {
      readonly id: Generated<string>
      readonly before: JSONColumnType<object> | null
      readonly after: JSONColumnType<object> | null
    }
  }
}

const asking: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function isWorthALine(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.is404) return false
  const { changing, reads } = request.routeOptions.config
  const mutating = changing === true || (!asking.has(request.method) && !reads)
  return mutating || reply.answerCode === 401 || reply.answerCode === 403
}

function rowOf(request: FastifyRequest, reply: FastifyReply): AuditRow {
  const { config, url = '' } = request.routeOptions
  return {
    create_time: new Date(),
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

function recordOf({ audited = {}, params }: FastifyRequest): Pick<AuditRow, 'resource_id' | 'before' | 'after'> {
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  return { resource_id: audited.id ?? idOf(params), before: json(audited.before), after: json(audited.after) }
}

function idOf(params: unknown): string | null {
  const id: unknown = typeof params === 'object' && params !== null && 'id' in params ? params.id : null
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null
}
