import { type RawBuilder, sql } from 'kysely'
import { documentRecords, type EntryRecord, recordsOfEntries, statisticsRegisters } from '#plugins/statistics/server/public-api.ts'
import { bandSql, moves, occupations, planMonths, uses } from './ledger/lines.ts'
import './tables.ts'

interface CountPeriod {
  /** yyyy-MM-dd */
  readonly from: string
  readonly to: string
  readonly before: Date
}

/**
 * Query of budget data for statistics: planned months, ledger entries, the band of each line, and quarters with unexplained overspending.
 * Columns: document, day (the first of its month), department, person, enterprise, category, band, reason (whether the line has unexplained
 * quarters); budget, used, occupied; spanbudget, spanused, spanoccupied (null outside the months that the year counts); within, near, over
 * (numbers of lines), unexplained (number of quarters).
 */
function countedBudgets({ from, to, before }: CountPeriod) {
  const inYears = sql`between ${Number(from.slice(0, 4))} and ${Number(to.slice(0, 4))}`
  const amount = sql`entry.amount * entry.direction`
  return sql`
    with part as (
      select 'plan ' || plan.id as document, plan.budget_year as year, number as month, plan.department_id as department,
        plan.expense_category_id as category,
        (${planMonths})[number] as budget, 0::numeric as used, 0::numeric as occupied, true as planned
      from annual_budget plan cross join generate_series(1, 12) number where plan.del_flag = 0 and plan.budget_year ${inYears}
      union all
      select coalesce(document.id, 'entry ' || entry.id), entry.year, entry.month, entry.department_id, entry.expense_category_id,
        case when ${moves} then ${amount} else 0 end, case when ${uses} then ${amount} else 0 end,
        case when ${occupations} then ${amount} else 0 end, false
      from budget_entry entry left join document on document.id = entry.document_id where entry.happen_time < ${before}
        and entry.year ${inYears}
    ), counted as (
      select part.*, part.month between coalesce(setting.start_month, 7) and coalesce(setting.end_month, 12) as is_counted
      from part left join budget_year_setting setting on setting.year = part.year
    ), line as (
      select year, department, category, bool_or(planned) as planned, coalesce(sum(budget) filter (where is_counted), 0) as budget,
        coalesce(sum(used + occupied) filter (where is_counted), 0) as used from counted group by 1, 2, 3
    ), banded as (
      select line.*, ${bandSql({ planned: sql`planned`, budget: sql`budget`, used: sql`used` })} as band from line
    ), quarters as (
      select year, (month + 2) / 3 as quarter, department, category from counted group by 1, 2, 3, 4 having sum(used) > sum(budget)
    ), missing as (
      select * from quarters where make_date(year, quarter * 3, 1) + interval '1 month' <= ${before}::timestamptz
        and not exists (select from budget_variance_reason reason where reason.year = quarters.year and reason.quarter = quarters.quarter
          and reason.department_id = quarters.department and reason.expense_category_id = quarters.category)
    ), said as (
      select document, year, month, department, category, budget, used, occupied, is_counted, 0 as within, 0 as near, 0 as over,
        0 as unexplained from counted
      where budget <> 0 or used <> 0 or occupied <> 0
      union all
      select 'line ' || year || ' ' || department || ' ' || category, year, 12, department, category, 0, 0, 0, false,
        (band = 'within')::integer, (band = 'near')::integer,
        (band = 'over')::integer, 0
      from banded where band <> 'none'
      union all
      select 'quarter ' || year || ' ' || quarter || ' ' || department || ' ' || category, year, quarter * 3, department, category,
        0, 0, 0, false, 0, 0, 0, 1
      from missing
    )
    select said.document, make_date(said.year, said.month, 1) as day, said.department, '' as person, said.category, banded.band,
      enterprise.id as enterprise,
      case when exists (select from missing where missing.year = said.year and missing.department = said.department
        and missing.category = said.category) then 'missing' else 'complete' end as reason,
      said.budget, said.used, said.occupied, case when is_counted then said.budget end as spanbudget,
      case when is_counted then said.used end as spanused,
      case when is_counted then said.occupied end as spanoccupied, within, near, over, unexplained
    from said left join banded using (year, department, category)
    left join sys_group unit on unit.id = said.department
    left join lateral (
      select above.id from sys_group above where above.type = 'ENTERPRISE' and starts_with(unit.path, above.path)
      order by length(above.path) desc limit 1
    ) enterprise on true`
}

/** Display data of these rows by document: number, title, department and path. */
const budgetParts = (ids: readonly string[]) =>
  sql<{ id: string; number: string; title: string; department: string | null; date: string; path: string }>`
    select 'plan ' || plan.id as id, plan.budget_year || ' ' || category.code as number,
      '年度预算 · ' || replace(category.name_cn, '/', '／') || '/Annual budget · ' || replace(category.name_en, '/', '／') as title,
      plan.department_id as department,
      to_char(plan.update_time, 'YYYY-MM-DD') as date,
      '/annual-budget-management?open=ledger&year=' || plan.budget_year || '&department=' || plan.department_id as path
    from annual_budget plan join expense_category category on category.id = plan.expense_category_id
    where 'plan ' || plan.id = any(${[...ids]}::text[])
    union all
    select 'entry ' || entry.id, coalesce(entry.number, category.code),
      replace(coalesce(entry.reason, category.name_cn), '/', '／') || '/' || replace(coalesce(entry.reason, category.name_en), '/', '／'),
      entry.department_id, to_char(entry.happen_time, 'YYYY-MM-DD'),
      '/annual-budget-management?open=ledger&year=' || entry.year || '&department=' || entry.department_id
    from budget_entry entry join expense_category category on category.id = entry.expense_category_id
    where 'entry ' || entry.id = any(${[...ids]}::text[])
    union all
    select part.id, code.year || ' ' || category.code, replace(category.name_cn, '/', '／') || '/' || replace(category.name_en, '/', '／'),
      code.department, code.year || '-12-31',
      '/annual-budget-management?open=ledger&year=' || code.year || '&department=' || code.department
    from unnest(${[...ids]}::text[]) part (id)
    cross join lateral (select split_part(part.id, ' ', 2) as year, split_part(part.id, ' ', -2) as department,
      split_part(part.id, ' ', -1) as category) code
    join expense_category category on category.id = code.category where part.id like 'line %' or part.id like 'quarter %'`

/** Drill-down records of budget lines, which have a department and no person. */
const budgetRecords = (ids: readonly string[]): RawBuilder<EntryRecord> => {
  const parts = recordsOfEntries(budgetParts(ids), sql`null as person, department`)
  return sql<EntryRecord>`${parts} union all ${documentRecords(ids)}`
}

/** Budget lines as entries that statistics count. */
export const budgetRegister = statisticsRegisters.of({ name: 'budgets', rows: countedBudgets, records: budgetRecords, reads: [] })
