import './tables.ts'
import { sql, type RawBuilder } from 'kysely'
import { documentRecords, type EntryRecord, type NamedRegister, parameter, recordsOfEntries,
  type RegisterReads } from '#plugins/statistics/server/public-api.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { sapProjectOn } from '#plugins/projects/server/public-api.ts'
import { isWorkedDay } from '#server/calendar/calendar.ts'

interface CountPeriod {
  /** yyyy-MM-dd */
  readonly from: string
  readonly to: string
  readonly before: Date
}

/** The day before an instant, in SQL. */
const lastDay = (before: Date) => sql`(${todayOf(before)}::date - 1)`

/**
 * Working hours, and working days without any, for statistics. A day counts as missing for people with hours in the period, from their
 * first entry on; a review sheet covers its whole month. The two conditions are equalities, so that the database can use hash joins.
 * Columns: document, day, department, person, project, sap (the SAP project on that day), worktype, source; entries, hours, missing.
 */
const countedHours = ({ from, to, before }: CountPeriod) =>
  sql`select id as document, work_date as day, department_id as department, user_id as person, project_id as project,
      ${
    sapProjectOn(sql`dev_work_hour.project_id`, sql`work_date`)
  } as sap, work_type as worktype, source, 1 as entries, hours, 0 as missing
    from dev_work_hour where del_flag = 0 and work_date between ${from}::date and ${to}::date and work_date < ${before}::timestamptz
    union all
    select 'missing ' || person.user_id || ' ' || to_char(each.at, 'YYYY-MM-DD'), each.at::date, person.department, person.user_id, null,
      null, null, null, 0, 0, 1
    from (
      select user_id, min(work_date) as since, (array_agg(department_id order by work_date desc))[1] as department from dev_work_hour
      where del_flag = 0 and work_date < ${before}::timestamptz group by user_id
      having bool_or(work_date between ${from}::date and ${to}::date)
    ) person
    cross join lateral generate_series(greatest(person.since, ${from}::date), least(${to}::date, ${
    lastDay(before)
  }), interval '1 day') each (at)
    where ${isWorkedDay(sql`each.at::date`)}
      and not exists (select from dev_work_hour entry where entry.del_flag = 0 and entry.user_id = person.user_id
        and entry.work_date = each.at::date)
      and not exists (select from dev_work_hour sheet where sheet.del_flag = 0 and sheet.source = 'REVIEW'
        and sheet.user_id = person.user_id
        and date_trunc('month', sheet.work_date) = date_trunc('month', each.at))`

/**
 * Custom software by planned release. Columns: document, day, department, person (owner), customer, product, status; done, open, late,
 * ontime, workdays (days from request to finish).
 */
const countedSoftware = ({ from, to, before }: CountPeriod) =>
  sql`select id as document, planned_date as day, department_id as department, owner as person, customer_id as customer, product, status,
      (status = '2')::integer as done, (status = '1')::integer as open,
      (status <> '3' and coalesce(finished_date, ${lastDay(before)}) > planned_date)::integer as late,
      (status = '2' and finished_date <= planned_date)::integer as ontime,
      case when status = '2' then greatest(finished_date - create_time::date, 0) else 0 end as workdays
    from directed_software where del_flag = 0 and planned_date between ${from}::date and ${to}::date and create_time < ${before}`

/**
 * Proposals by filing date, and each person's annual target (on the first day of the year). Columns: document, day, department, person,
 * type, status, state; submitted, running, refused, revoked, voided, eligible, excellent, score, target.
 */
const countedProposals = ({ from, to, before, target }: CountPeriod & { readonly target: RawBuilder<number> }) =>
  sql`select id as document, create_time::date as day, department_id as department, initiator as person, proposal_type as type, status,
      document_state as state,
      1 as submitted, (document_state = '1')::integer as running, (document_state = '2')::integer as refused,
      (document_state = '12')::integer as revoked,
      (document_state = '5')::integer as voided, eligible::integer as eligible, excellent::integer as excellent,
      case when document_state = '4' then coalesce(score, 0) else 0 end as score, 0::numeric as target
    from proposal_index where create_time < ${before}
    union all
    select 'target ' || year || ' ' || person.id, make_date(year, 1, 1), main.group_id, person.id, null, null, null, 0, 0, 0,
      0, 0, 0, 0, 0, ${target}
    from sys_user person join sys_user_group main on main.user_id = person.id and main.is_main
    cross join generate_series(${Number(from.slice(0, 4))}::integer, ${Number(to.slice(0, 4))}::integer) year
    where person.del_flag = 0 and person.enable`

/**
 * Overdue proposals: implemented later than estimated or not yet, or waiting for a judgement or verification for more than `limit` days.
 * Columns: document, day (since when it is late), department, person (implementer, or else initiator), proposal, stage, state, bucket,
 * known (whether the implementer could name a date), start, due and finish (dates of the implementation), reason (for no date); days,
 * undated (1 without a date).
 */
const countedTimeouts = ({ before, limit }: CountPeriod & { readonly limit: RawBuilder<number> }) =>
  sql`with waiting as (
      select task.document, min(task.arrived_at)::date as since, min(task.node) as node from task
      join document on document.id = task.document
      where document.type = 'proposalApply' and document.state = 'inApproval' and task.state = 'running' and task.arrived_at < ${before}
      group by task.document
    ), late as (
      select proposal.*, 'implement' as stage, est_end as due, coalesce(actual_finish, ${lastDay(before)}) - est_end as days
      from proposal_index proposal where est_end is not null and document_state in ('1', '4')
      union all
      select proposal.*, case when waiting.node in ('verify', 'committee') then 'verify' else 'judge' end,
        waiting.since + (${limit})::integer, ${lastDay(before)} - waiting.since - (${limit})::integer
      from proposal_index proposal join waiting on waiting.document = proposal.id
      where waiting.node not in ('implementPlan', 'implementDone')
    )
    select late.id as document, late.due as day, coalesce(know_date, '') as known, department_id as department,
      coalesce(implementer, initiator) as person, business_no || ' ' || coalesce(name, '') as proposal, stage, document_state as state,
      to_char(est_start, 'YYYY-MM-DD') as start, to_char(est_end, 'YYYY-MM-DD') as due, to_char(actual_finish, 'YYYY-MM-DD') as finish,
      left(document.value ->> 'unknowDateReason', 200) as reason,
      case when days <= 7 then '1' when days <= 30 then '2' when days <= 90 then '3' else '4' end as bucket, days,
      coalesce(know_date = '0', false)::integer as undated
    from late left join document on document.id = late.id where days > 0 and create_time < ${before}`

const entry = (columns: ReturnType<typeof sql>) =>
  sql<
    { id: string; number: string; title: string; person: string | null; department: string | null; date: string; path: string }
  >`${columns}`

/** Drill-down records of working hours. */
const hourEntries = (ids: readonly string[]) =>
  entry(
    sql`select part.id, split_part(part.id, ' ', 3) as number, '没有登记工时/No hours entered' as title, split_part(part.id, ' ', 2) as person,
      main.group_id as department,
      split_part(part.id, ' ', 3) as date,
      '/dev-work-hours?workDate=' || split_part(part.id, ' ', 3) || ',' || split_part(part.id, ' ', 3) as path
    from unnest(${[
      ...ids,
    ]}::text[]) part (id) left join sys_user_group main on main.user_id = split_part(part.id, ' ', 2) and main.is_main
      where part.id like 'missing %'
    union all
    select id, coalesce(business_no, to_char(work_date, 'YYYY-MM-DD')) as number, replace(coalesce(remark, work_type), '/', '／') as title,
      user_id as person, department_id as department,
    to_char(work_date, 'YYYY-MM-DD') as date, '/dev-work-hours?workDate=' || work_date || ',' || work_date as path
      from dev_work_hour where id = any(${[
      ...ids,
    ]}::text[])`,
  )

/** Drill-down records of software requests. */
const softwareEntries = (ids: readonly string[]) =>
  entry(
    sql`select id, request_no as number, replace(software_name || ' ' || software_version, '/', '／') as title, owner as person,
      department_id as department,
    to_char(planned_date, 'YYYY-MM-DD') as date, '/directed-software?keyword=' || request_no as path
      from directed_software where id = any(${[
      ...ids,
    ]}::text[])`,
  )

/** Drill-down records of targets; those of proposals are documents. */
const targetEntries = (ids: readonly string[]) =>
  entry(
    sql`select part.id, split_part(part.id, ' ', 2) as number, '年度提案目标/Annual target of proposals' as title,
      split_part(part.id, ' ', 3) as person, null as department,
    split_part(part.id, ' ', 2) || '-01-01' as date, '/proposal-index' as path from unnest(${[
      ...ids,
    ]}::text[]) part (id) where part.id like 'target %'`,
  )

/** Fields of the register of proposals by the columns that follow from them. */
const readProposals: RegisterReads = {
  subject: 'proposalIndex',
  fields: { department: ['departmentId'], person: ['initiator'], type: ['proposalType'], status: ['status'], state: ['documentState'],
    running: ['documentState'], refused: ['documentState'], revoked: ['documentState'], voided: ['documentState'], eligible: ['eligible'],
    excellent: ['excellent'], score: ['score'] },
}

const lateness = ['estEnd', 'actualFinish']

/** Registers of this module's statistics pages. */
export const registers: readonly NamedRegister[] = [
  { name: 'hours', rows: countedHours, isEntry: sql<boolean>`entries = 1`, records: (ids) => recordsOfEntries(hourEntries(ids)),
    reads: [{ subject: 'devWorkHour',
      fields: { '*': ['workDate'], department: ['departmentId'], person: ['userId'], title: ['remark', 'workType'], project: ['projectId'],
        sap: ['projectId'], worktype: ['workType'], source: ['source'], hours: ['hours'] } }] },
  { name: 'proposals', rows: (query) => countedProposals({ ...query, target: parameter('proposalTarget', 'annualEligible', 2) }),
    isEntry: sql<boolean>`submitted = 1`,
    records: (ids) => sql<EntryRecord>`${recordsOfEntries(targetEntries(ids))} union all ${documentRecords(ids)}`, reads: [readProposals] },
  { name: 'proposalTimeouts', rows: (query) => countedTimeouts({ ...query, limit: parameter('proposalTarget', 'timeoutDays', 7) }), reads: [
    { subject: 'proposalIndex',
      fields: { '*': [...lateness, 'documentState'], department: ['departmentId'], person: ['implementer', 'initiator'],
        proposal: ['businessNo', 'name'], state: ['documentState'], known: ['knowDate'], start: ['estStart'], undated: ['knowDate'] } },
    { subject: 'form:proposalApply', fields: { reason: ['unknowDateReason'] } },
  ] },
  { name: 'software', rows: countedSoftware, records: (ids) => recordsOfEntries(softwareEntries(ids)),
    reads: [{ subject: 'directedSoftware',
      fields: { '*': ['plannedDate'], department: ['departmentId'], person: ['owner'], title: ['softwareName', 'softwareVersion'],
        customer: ['customerId'], product: ['product'], status: ['status'], done: ['status'], open: ['status'],
        late: ['status', 'finishedDate', 'plannedDate'], ontime: ['status', 'finishedDate', 'plannedDate'],
        workdays: ['status', 'finishedDate'] } }] },
]
