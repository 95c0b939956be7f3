import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { endOfDay, nowOf, startOfDay } from '#kernel/values/dates.ts'
import { disclosedValue, onScreen } from '#kernel/fields/disclosure.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Label } from '#kernel/wording/label.ts'
import { permits } from '#kernel/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { needs, routeRegistry } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { exporter, exportLimit, exportRoutes } from '#server/workbooks/exporter.ts'
import type { Db } from '#server/database/tables.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import { canAudit } from '#plugins/system/permissions.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { CallNamer } from '#server/http/audit/call-names.ts'
import { demandUnrestrictedScope } from '../users/guards.ts'

const subject = z.string().min(1).max(60)
const filter = { resourceId: z.string().min(1).max(100).optional(), userId: z.string().min(1).max(64).optional(), from: dayInput.optional(),
  to: dayInput.optional() }

/** Last page that can be requested by number; older entries are reached by date filters or cursor. */
const deepestPage = 200
/** Maximum total that is counted. */
const mostCounted = 10_000

const pageInput = z.strictObject({
  ...filter,
  resource: z.union([subject, z.array(subject).min(1).max(20)]).optional(),
  code: z.int().min(0).max(99_999).optional(),
  size: z.int().min(1).max(100).default(50),
  /** Pagination by page number with total, or by cursor. */
  current: z.int().min(1).max(deepestPage).optional(),
  after: z.strictObject({ time: z.string().regex(/^[\d :.+-]{10,40}$/), id: z.uuid() }).optional(),
}).refine(({ current, after }) => current === undefined || after === undefined, { path: ['current'], error: 'error.field.invalid' })

const exportQuery = z.strictObject({ ...filter, resource: subject.optional(), code: z.coerce.number().int().min(0).max(99_999).optional(),
  _t: z.unknown().optional() })

/** Routes of the audit log for administrators: changes and refused calls; read-only. */
export function auditRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db, plugins, callNames } = host
  const named = auditNames(plugins, callNames)
  /** Read-only calls; evaluated lazily, once all routes are registered. */
  let reading: ReadonlySet<string> | undefined
  const isReading = (call: string) =>
    (reading ??= new Set(
      routeRegistry(app).filter(({ method, reads, changing }) => reads || (method === 'GET' && !changing)).map(({ method, url }) =>
        `${method} ${url}`
      ),
    ))
      .has(call)
  const names: AuditNames = { ...named, operation: (call) => callNames.operation(call, isReading(`${call.method} ${call.path}`)) }
  const subjects = new Map(plugins.flatMap(({ resources }) => resources).map((resource) => [resource.name, resource]))
  const shown = (row: AuditLine, caller: Caller): AuditLine => {
    const subject = subjects.get(row.resource ?? '')
    const disclose = (
      value: object | null,
    ): object | null => (subject && value ? disclosedRecord(subject, caller, value as FormValue) : value)
    return { ...row, before: disclose(row.before), after: disclose(row.after) }
  }
  const config = { access: needs(canAudit.view), reads: true, resource: 'auditLog' } as const

  routes.post('/system/auditLog/page', { config, schema: { body: pageInput } },
    async ({ body: { size, after, current, ...filters }, caller }) => {
      await demandUnrestrictedScope(host, db, { caller, resource: config.resource })
      const rows = await auditLines(db, filters, { after, limit: size + 1, offset: current === undefined ? 0 : (current - 1) * size })
      const last = rows.length > size ? rows[size - 1] : undefined
      const page = { records: rows.slice(0, size).map((row) => auditAnswerOf(shown(row, caller), names)),
        next: last ? { time: last.time, id: last.id } : null }
      if (current === undefined) return page
      const total = await countLines(db, filters, mostCounted)
      return { ...page, total, current, size, pages: Math.ceil(total / size) }
    })

  routes.get('/system/auditLog/resources', { config: { access: config.access, resource: config.resource } }, async ({ caller }) => {
    await demandUnrestrictedScope(host, db, { caller, resource: config.resource })
    const known = new Set(routeRegistry(app).flatMap(({ resource }) => resource ?? []))
    return [...known].toSorted().map((resource) => ({ resource, ...pick(names.of(resource)) }))
  })

  exportRoutes(app, host, '/system/auditLog', exporter<AuditLine, AuditFilter & { _t?: unknown }>({
    id: 'auditLog',
    cn: '审计日志',
    en: 'Audit log',
    permission: canAudit.export,
    query: exportQuery,
    columns: [
      { cn: '时间', en: 'Time', width: 20, cell: (row) => ({ value: nowOf(row.create_time) }) },
      { cn: '人员', en: 'Person', width: 20, cell: (row) => ({ value: row.user_name ?? row.user_id }) },
      { cn: '对象', en: 'Object', cell: (row, locale) => ({ value: row.resource && names.of(row.resource)[locale] }) },
      { cn: '编号', en: 'Id', width: 34, cell: (row) => ({ value: row.resource_no ?? row.resource_id }) },
      { cn: '操作', en: 'Operation', width: 18, cell: (row, locale) => ({ value: names.operation(row)[locale] }) },
      { cn: '接口', en: 'Route', width: 44, cell: (row) => ({ value: `${row.method} ${row.path}` }) },
      { cn: '结果', en: 'Code', cell: (row) => ({ value: row.code }) },
      { cn: '变更', en: 'Changes', width: 60,
        cell: (row) => ({ value: JSON.stringify(auditAnswerOf(row, names).changes).slice(0, 32_000) }) },
      { cn: '地址', en: 'Address', width: 18, cell: (row) => ({ value: row.ip }) },
      { cn: '耗时（毫秒）', en: 'ms', cell: (row) => ({ value: row.ms }) },
      { cn: '追踪号', en: 'Trace', width: 34, cell: (row) => ({ value: row.trace_id }) },
    ],
    async rows(current, { _t, ...filters }, caller) {
      await demandUnrestrictedScope(host, current, { caller, resource: config.resource })
      return { total: await countLines(current, filters, exportLimit + 1),
        batches: inParts(async (after) => (await auditLines(current, filters, { after, limit: 1000 })).map((row) => shown(row, caller))) }
    },
  }))
}

/** Discloses a record in the log as in its list; without the right to the list, texts (e.g. account numbers) are masked. */
function disclosedRecord(resource: Resource, caller: Caller, value: FormValue): FormValue {
  const record = onScreen(resource, caller, value)
  if (permits(caller.permissions, resource.can.view)) return record
  return disclosedValue(record, (name) => (kindOf(resource.fields[name] ?? { kind: 'text' }).isMaskable ? 'masked' : 'full'))
}

interface AuditNames extends ReturnType<typeof auditNames> {
  operation(call: Pick<AuditLine, 'method' | 'path'>): Label
}

/** Iterates over all entries in batches, for the export. */
async function* inParts(next: (after: LogCursor | undefined) => Promise<AuditLine[]>): AsyncIterable<readonly AuditLine[]> {
  let after: LogCursor | undefined
  for (;;) {
    const rows = await next(after)
    if (rows.length === 0) return
    yield rows
    const last = rows.at(-1)
    after = last && { time: last.time, id: last.id }
  }
}

const auditAnswerOf = (row: AuditLine, names: AuditNames) => ({
  id: row.id,
  createTime: nowOf(row.create_time),
  userId: row.user_id,
  userName: row.user_name,
  ip: row.ip,
  method: row.method,
  path: row.path,
  operation: names.operation(row),
  resource: row.resource,
  resourceName: row.resource && pick(names.of(row.resource)),
  resourceId: row.resource_id,
  resourceNo: row.resource_no,
  code: row.code,
  ms: row.ms,
  traceId: row.trace_id,
  changes: differences(row.before as Readonly<Record<string, unknown>> | null, row.after as Readonly<Record<string, unknown>> | null,
    names.field(row.resource)),
})

const pick = ({ cn, en }: { readonly cn: string; readonly en: string }) => ({ cn, en })

/** A changed field of a record. */
interface RecordDifference {
  readonly field: string
  /** Label of the field in the resource's declaration. */
  readonly label: Label | null
  readonly before: unknown
  readonly after: unknown
}

type RecordValues = Readonly<Record<string, unknown>>

/** Technical fields that change with every update, left out of differences. */
const ofItself = new Set(['version', 'updateTime', 'updateBy'])

/** Differences between two states of a record; for an added or deleted record, all its fields. */
export function differences(before: RecordValues | null, after: RecordValues | null,
  labelOf: (field: string) => Label | null): readonly RecordDifference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => !ofItself.has(field))
  return fields
    .map((field) => ({ field, label: labelOf(field), before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
}

/** The filter of the audit log. */
interface AuditFilter {
  readonly userId?: string
  readonly resource?: string | readonly string[]
  /** Id of one record. */
  readonly resourceId?: string
  /** yyyy-MM-dd, both inclusive, in the company's time zone. */
  readonly from?: string
  readonly to?: string
  /** 200, or a refusal's code. */
  readonly code?: number
}

/** Cursor: the last line of the previous page. Stable, since new lines are added at the other end. */
interface LogCursor {
  /** Database text of the time, with microseconds. */
  readonly time: string
  readonly id: string
}

/** Lines, newest first. */
function auditLines(db: Db, filter: AuditFilter, { after, limit, offset = 0 }: { after?: LogCursor; limit: number; offset?: number }) {
  let query = matching(db, filter).leftJoin('sys_user', 'sys_user.id', 'audit_log.user_id')
    .select(['audit_log.id', 'audit_log.create_time', 'audit_log.user_id', 'sys_user.name as user_name', 'ip', 'method', 'audit_log.path',
      'resource', 'resource_id', 'before', 'after', 'code', 'ms', 'trace_id'])
    .select((eb) =>
      eb.fn.coalesce(
        eb.selectFrom('document').select('number').whereRef('document.id', '=', 'audit_log.resource_id'),
        eb.selectFrom('task').innerJoin('document', 'document.id', 'task.document').select('number')
          .whereRef('task.id', '=', 'audit_log.resource_id'),
      ).as('resource_no')
    )
    .select(sql<string>`audit_log.create_time::text`.as('time'))
    .orderBy('audit_log.create_time', 'desc').orderBy('audit_log.id', 'desc').limit(limit).offset(offset)
  if (after) query = query.where(sql<boolean>`(audit_log.create_time, audit_log.id) < (${after.time}::timestamptz, ${after.id}::uuid)`)
  return query.execute()
}

type AuditLine = Awaited<ReturnType<typeof auditLines>>[number]

/** The number of lines, counted up to `most`. */
async function countLines(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const { count } = await db.selectFrom(matching(db, filter).select('audit_log.id').limit(most).as('line')).select((eb) =>
    eb.fn.countAll<string>().as('count')
  )
    .executeTakeFirstOrThrow()
  return Number(count)
}

function matching(db: Db, { userId, resource, resourceId, from, to, code }: AuditFilter) {
  let query = db.selectFrom('audit_log')
  if (userId !== undefined) query = query.where('audit_log.user_id', '=', userId)
  if (resource !== undefined) query = query.where('resource', 'in', [resource].flat())
  if (resourceId !== undefined) query = query.where('resource_id', '=', resourceId)
  if (code !== undefined) query = query.where('code', '=', code)
  if (from !== undefined) query = query.where('audit_log.create_time', '>=', startOfDay(from))
  if (to !== undefined) query = query.where('audit_log.create_time', '<', endOfDay(to))
  return query
}

/** Display names of the subjects of calls: declared resources, and names given by host and modules. */
export function auditNames(plugins: readonly Plugin[], callNames: CallNamer) {
  const resources = new Map(plugins.flatMap((plugin) => plugin.resources).map((resource) => [resource.name, resource]))
  return {
    of: (resource: string): Label => resources.get(resource) ?? callNames.subject(resource) ?? { cn: resource, en: resource },
    field: (resource: string | null) => (field: string): Label | null => {
      const found = resource === null
        ? undefined
        : (resources.get(resource)?.fields[field] ?? (roleSubjects.has(resource) ? roleFields[field] : undefined))
      return found ? { cn: found.cn, en: found.en } : null
    },
  }
}

const roleSubjects: ReadonlySet<string> = new Set(['role', 'dataScope'])

/** Field names of roles, which are not a declared resource. */
const roleFields: Readonly<Record<string, Label>> = {
  name: { cn: '名称', en: 'Name' },
  sort: { cn: '排序', en: 'Order' },
  enable: { cn: '启用', en: 'Enabled' },
  remark: { cn: '备注', en: 'Remarks' },
  members: { cn: '成员数', en: 'Members' },
  permissions: { cn: '权限', en: 'Permissions' },
  scopes: { cn: '数据权限', en: 'Data scopes' },
  dataScope: { cn: '默认数据权限', en: 'Default data scope' },
  columns: { cn: '列权限', en: 'Column permissions' },
}
