import { sql } from 'kysely'
import { appendOnly, type MigrationSet, type RunStatement } from '#server/database/migrations.ts'

/** Calendar years with a partition, so that an old year can be dropped as a whole; later migrations add years. */
const firstYear = 2025
const lastYear = 2035

/** Tables of the HTTP host itself. */
export const httpMigrations: MigrationSet = { id: 'http',
  migrations: [{ name: '001-audit-log', up: createAuditLog }, { name: '002-audit-log-order', up: orderAuditLog }] }

async function createAuditLog(run: RunStatement) {
  await run(sql`create table audit_log (
    id uuid not null default gen_random_uuid(),
    create_time timestamptz not null default now(),
    user_id text,
    ip text not null,
    method text not null,
    path text not null,
    resource text,
    resource_id text,
    before jsonb,
    after jsonb,
    code integer not null,
    ms integer not null check (ms >= 0),
    trace_id text not null,
    primary key (id, create_time)
  ) partition by range (create_time)`)
  for (let year = firstYear; year <= lastYear; year += 1) {
    await run(sql.raw(`create table audit_log_${year} partition of audit_log for values from ('${year}-01-01') to ('${year + 1}-01-01')`))
    await appendOnly(run, `audit_log_${year}`)
  }
  await run(sql`create table audit_log_other partition of audit_log default`)
  await appendOnly(run, 'audit_log_other')
  await appendOnly(run, 'audit_log')
  await run(sql`create index audit_log_by_user on audit_log (user_id, create_time desc)`)
  await run(sql`create index audit_log_by_resource on audit_log (resource, resource_id, create_time desc)`)
}

/** Indexes for administrators who page through the whole log and filter by refusals. */
async function orderAuditLog(run: RunStatement) {
  await run(sql`create index audit_log_by_time on audit_log (create_time desc, id desc)`)
  await run(sql`create index audit_log_refused on audit_log (code, create_time desc) where code <> 200`)
}
