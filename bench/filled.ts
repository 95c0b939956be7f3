import type { Client } from 'pg'
import { formPermissions } from '#kernel/form.ts'
import { type DatabaseTarget, withClient } from '#server/database/connection.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { nodeNames } from '#server/documents/definitions/flow-contents.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { users } from '#server/identity/organisation/users.ts'
import { canRate } from '#plugins/currencies/permissions.ts'

/**
 * The readers: an administrator, the head of one of fifty departments, an accountant with a tenth of all tasks, an accountant of five
 * departments, and an ordinary person.
 */
export const readers = { administrator: 'boss', head: 'p21', accountant: 'p11', bookkeeper: 'books', somebody: 'p1' } as const

/** Creates fifty departments and two thousand people; p11 to p20 are accountants, p21 to p70 department heads. */
export async function foundCompany(db: Db, host: DocumentHost, password: string): Promise<void> {
  const hash = await hashPassword(password, 10)
  await groups(db, new Date()).create({ id: 'group', type: 'GROUP', name: '集团/Group' })
  for (let index = 1; index <= 50; index += 1)
    await groups(db, new Date()).create({ id: `d${index}`, parent: 'group', type: 'DEPARTMENT', name: `部门${index}/Department ${index}` })
  await users(db, new Date()).create({ id: readers.administrator, userName: readers.administrator, name: '管理员/Administrator',
    passwordHash: hash, admin: true, roles: ['administrator'] })
  await db.insertInto('sys_user').values(
    Array.from({ length: 2000 },
      (_, index) => ({ id: `p${index + 1}`, user_name: `p${index + 1}`, name: `员工${index + 1}/Person ${index + 1}`,
        password_hash: hash })),
  ).execute()
  await db.insertInto('sys_user_group').values(
    Array.from({ length: 2000 }, (_, index) => ({ user_id: `p${index + 1}`, group_id: `d${1 + (index % 50)}`, is_main: true })),
  )
    .execute()
  for (let index = 1; index <= 50; index += 1)
    await groups(db, new Date()).setHeads(`d${1 + ((index + 19) % 50)}`, { head: `p${index + 20}` })
  const rights = [...host.forms.keys()].map(formPermissions)
  await roles(db).grant('employee', rights.map(({ add }) => add))
  await roles(db).grant('departmentHead', rights.map(({ view }) => view))
  await users(db, new Date()).create({ id: readers.bookkeeper, userName: readers.bookkeeper, name: '会计/Bookkeeper', passwordHash: hash,
    roles: ['accountant'] })
  await roles(db).grant('accountant', [...rights.map(({ view }) => view), canRate.view])
  await roles(db).setScope('accountant', '*', { scope: 'custom', withSub: true, departments: ['d1', 'd2', 'd3', 'd4', 'd5'] })
  await roles(db).setScope('departmentHead', '*', { scope: 'department', withSub: true, departments: [] })
}

/**
 * Creates this many documents of three years, 85 % of them ended, with four tasks, a copy and messages each, by SQL and without history,
 * which lists do not read. `p1` has some of the newest in each list, regardless of the size.
 */
export async function fill(owner: DatabaseTarget, host: DocumentHost, size: number): Promise<void> {
  const flows = [...host.forms.values()].map(({ key, flow }) => ({ type: key,
    nodes: [...nodeNames(flow)].slice(1, 5).map(([id, label]) => ({ id, ...label })) })
  )
  await withClient(owner, async (client) => {
    await client.query(
      `set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`,
    )
    const indexes = await takeIndexes(client)
    // triggers that follow documents are not measured, and their columns are too narrow for the generated values
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `create temp table kind as select row_number() over (order by type) - 1 as number, type, hash, nodes from definition_current
        join jsonb_to_recordset($1) wanted (type text, nodes jsonb) on key = type where kind = 'flow'`,
      [JSON.stringify(flows)],
    )
    for (const statement of [draw, documents, columns, tasks, copies, messages])
      await client.query(statement.replaceAll(':size', String(size)))
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const index of indexes) await client.query(index)
    for (const statement of totals) await client.query(statement)
    for (const table of tables) await client.query(`vacuum analyze ${table}`)
  })
}

const tables = ['document', 'document_column', 'task', 'cc', 'message'] as const

/** Statements that write the totals, in place of triggers. */
const totals = [
  'truncate document_total, document_month_total, document_state_total',
  `insert into document_total select type, department, state, other_bearers(bearing, department) as borne, count(*),
    coalesce(sum(amount), 0)
    from document group by type, department, state, borne`,
  `insert into document_month_total
    select date_trunc('month', started_at at time zone 'Asia/Shanghai'), type, department, state,
      other_bearers(bearing, department) as borne, count(*), coalesce(sum(amount), 0)
    from document group by 1, type, department, state, borne`,
  'insert into document_state_total select month, state, sum(documents), sum(amount) from document_month_total group by month, state',
  'vacuum analyze document_total',
  'vacuum analyze document_state_total',
  'vacuum analyze document_month_total',
] as const

/** Drops indexes and foreign keys, so that rows are inserted faster. @returns statements that create them again */
async function takeIndexes(client: Client): Promise<string[]> {
  const { rows: references } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** A deterministic pseudo-random number below `n`. */
const drawn = (seed: string, below: number) => `(hashint4(${seed}) & 2147483647) % ${below}`

/** Generates per document the data for all other rows: initiator, time, progress and handlers. */
const draw = `
  create temp table drawn as
  select n, 'doc' || n as id, k.type, k.hash, starter, 'd' || 1 + (starter - 1) % 50 as department,
    now() - interval '3 years' * (1 - n::float8 / :size) as filed, ended, recent,
    case when ended then 4 else ${drawn('n + 3000000', 4)} end as done,
    array[21 + (starter - 1 + 30) % 50, 71 + ${drawn('n + 4000000', 1930)}, 11 + ${drawn('n + 5000000', 10)}, 1 + ${
  drawn('n + 6000000', 2000)
}] as handlers, k.nodes
  from (select n, case when n > :size - 4000 and n % 50 = 0 then 1 else 1 + ${drawn('n', 2000)} end as starter, ${
  drawn('n + 1000000', 100)
} < 85 as ended, n > :size - 4000 as recent
    from generate_series(1, :size) n) each
  join kind k on k.number = ${drawn('each.n + 2000000', 1)} + each.n % (select count(*) from kind);
  update drawn set handlers[done + 1] = 1 where recent and not ended and n % 20 < 2;
  update drawn set handlers[2] = 1 where recent and ended and n % 40 = 9;
  analyze drawn`

const documents = `
  insert into document (id, number, type, flow, title, title_en, state, round, revision, value, process, amount, starter, applicant,
    department, current_nodes, started_at, ended_at, updated_at, urged, marks, bearing, history_seq, history_hash)
  select id, 'BM' || lpad(n::text, 10, '0'), type, hash, '单据' || n || '的标题', 'Title of document ' || n,
    case when not ended then 'inApproval' when n % 20 = 0 then 'refused' when n % 33 = 0 then 'revoked' else 'completed' end, 1, done + 1,
    jsonb_build_object('title', '单据' || n, 'applicantDept', department, 'remark',
      repeat('事由', 40)) || own.value || jsonb_build_object('overBudget', n % 9 = 0), '{"runs":[]}',
    (n % 100000)::numeric / 10, 'p' || starter, 'p' || starter, department,
    case when ended then '[]' else jsonb_build_array(coalesce(nodes -> done, nodes -> 0) || jsonb_build_object('people',
      array['p' || handlers[done + 1]])) end,
    filed, case when ended then filed + interval '5 days' end, filed, case when not ended and n % 7 = 0 then 1 else 0 end,
    case when n % 9 = 0 then '{overBudget}' else '{}' end::text[],
    -- one in twenty is borne by another department
    jsonb_build_array(case when n % 20 = 3 then 'd' || 1 + n % 50 else department end), done + 1, ''
  from drawn cross join lateral (
    -- of the columns of its form: a fifth of the documents has the same choice, one in a thousand a rare one
    select coalesce(jsonb_object_agg(field, case kind
      when 'number' then to_jsonb(((hashint4(n) & 2147483647) % 100000 / 10.0)::numeric(18, 2)::text)
      when 'moment' then to_jsonb(to_char(filed + interval '1 day' * (n % 30), 'YYYY-MM-DD'))
      else to_jsonb(case when (hashint4(n + 8000000) & 2147483647) % 1000 = 7 then 'rare'
        else ((hashint4(n + 9000000) & 2147483647) % 5)::text end) end), '{}') as value
      from list_column where list_column.type = drawn.type and kind <> 'list') own
  order by n`

const columns = `
  insert into document_column (document, key, kind, value, text, number, moment, started_at)
  select document.id, own.*, document.started_at from document cross join lateral list_columns_of(document.type, document.value) own`

const tasks = `
  insert into task (id, document, node, node_cn, node_en, round, assignee, state, result, origin, arrived_at, due_at,
    overdue_told, finished_at, read)
  select id || '-' || step, id, node ->> 'id', node ->> 'cn', node ->> 'en', 1, 'p' || handlers[step + 1],
    case when step < done then 'done' else 'running' end, case when step < done then 'passed' end, 'flow', filed + interval '1 day' * step,
    filed + interval '1 day' * (step + 2), 7, case when step < done then filed + interval '1 day' * (step + 1) end, step < done
  from drawn, generate_series(0, least(done, 3)) step, lateral (select coalesce(nodes -> step, nodes -> 0) as node) named order by n`

const copies = `
  insert into cc (document, person, node, source, added_at, read_at)
  select id, 'p' || case when recent and n % 50 = 7 then 1 else 1 + ${
  drawn('n + 7000000', 2000)
} end, null, 'auto', filed, case when n % 8 > 0 then filed end from drawn order by n`

const messages = `
  insert into message (recipient, document, seq, kind, type, title, en_title, content, en_content, read_at, created_at)
  select assignee, document, row_number() over (partition by document, assignee order by arrived_at), 'arrived', 'APPROVE', '待审批',
    'To approve', '单据等待您审批', 'A document waits for your approval',
    case when state = 'done' then finished_at end, arrived_at
  from task;
  insert into message (recipient, document, seq, kind, type, title, en_title, content, en_content, read_at, created_at)
  select person, document, 100, 'copied', 'CC', '抄送', 'Copied', '单据抄送给您', 'A document was copied to you', read_at, added_at from cc`
