import { type RawBuilder, sql } from 'kysely'
import type { Grouping } from './groupings.ts'

/** Pseudo-measures of the fold: the number of facts, and the number of documents. */
export const factCount = '#facts'
export const documentCount = '#documents'

/** A figure to add to the fold. */
export interface FoldChange {
  readonly grouped_by: string
  readonly keys: readonly string[]
  readonly span: 'day' | 'month' | 'year'
  readonly day: string
  readonly earlier: string
  readonly measure: string
  readonly figure: string
}

interface DifferenceQuery {
  readonly page: string
  readonly groupings: readonly Grouping[]
  /** Query of the documents to process. */
  readonly documents: RawBuilder<unknown>
  /** Either the unfolded facts recorded before an instant, or all folded ones. */
  readonly facts: { readonly unfoldedBefore: Date } | 'folded'
}

/**
 * Query for the changes that facts make to the fold of a page. Sums add up the facts. A document is counted in a row on each day on which
 * it has a current fact, together with the previous such day (`earlier`): within a period, only the day whose `earlier` lies before the
 * period counts, so each document counts once. `offset 0` makes the planner look facts up by document, never by page.
 */
export function differences({ page, groupings, documents, facts }: DifferenceQuery): RawBuilder<FoldChange> {
  const rows = sql`(values ${sql.join(groupings.flatMap(rowsOf))}) grouping_row (grouped_by, span, keys, numbers)`
  // lateral join per fact: there may be many more notes than facts to process
  const note = sql`from statistics_unfolded note where note.document = fact.document and note.fact = fact.id offset 0`
  const [isNew, unfolded, looked] = facts === 'folded'
    ? [sql`true`, sql``, sql`not exists (select ${note})`]
    : [sql`unfolded.at is not null`, sql`left join lateral (select at ${note}) unfolded on true`,
      sql`(unfolded.at is null or unfolded.at < ${facts.unfoldedBefore})`]
  return sql<FoldChange>`
    with due as materialized (${documents}), facts as materialized (
      select fact.document, fact.day, fact.department, fact.person, fact.dimensions, fact.measures, fact.sign, ${isNew} as is_new
      from due cross join lateral (select * from statistics_fact where statistics_fact.document = due.document offset 0) fact
      ${unfolded} where fact.page = ${page} and ${looked}
    ), sums as (
      select grouped_by, span, keys, ${spanned} as day, measure, sum(said.figure) as figure
      from facts cross join lateral (select ${factCount} as measure, sign::numeric as figure union all select key, sign * value::numeric
        from jsonb_each_text(measures)) said
      cross join lateral ${rows} where is_new and (numbers is null or (dimensions ? numbers and measure = ${factCount}))
      group by grouped_by, span, keys, 4, measure
    ), current_fact as (
      select document, day, department, person, dimensions, sum(sign) filter (where not is_new) > 0 as stood, sum(sign) > 0 as stands
      from facts group by document, day, department, person, dimensions
    ), placed as (
      select grouped_by, span, keys, document, day, bool_or(stood) as stood, bool_or(stands) as stands
      from current_fact cross join lateral ${rows} where numbers is null group by grouped_by, span, keys, document, day
    ), counted as (
      select grouped_by, span, keys, day, weight,
        coalesce(lag(day) over (partition by document collate "C", grouped_by collate "C", span, keys, weight order by day),
          '-infinity'::date) as earlier
      from placed cross join (values (1::numeric), (-1)) side (weight) where case weight when 1 then stands else stood end
    ), changes as (
      select grouped_by, span, keys, day, '-infinity'::date as earlier, measure, figure from sums where figure <> 0
      union all
      select grouped_by, span, keys, ${spanned}, earlier, ${documentCount}, sum(weight) from counted
      where span = 'day' or earlier < date_trunc('month', day)
      group by grouped_by, span, keys, 4, earlier having sum(weight) <> 0
    )
    select grouped_by, span, keys, day, earlier, measure, figure from changes union all ${yearsOf(sql`changes`)}`
}

/** Query for yearly figures from monthly ones: sums, and documents whose previous occurrence in the row was before the year. */
export const yearsOf = (months: RawBuilder<unknown>): RawBuilder<FoldChange> =>
  sql`select grouped_by, 'year' as span, keys, date_trunc('year', day)::date as day, earlier, measure, sum(figure) as figure from ${months}
    where span = 'month' and earlier < date_trunc('year', day) group by grouped_by, keys, 4, earlier, measure having sum(figure) <> 0`

/** The day for daily rows, else the first of its month. */
const spanned = sql`case span when 'day' then day else date_trunc('month', day)::date end`

const rowsOf = ({ name, dimensions, hasDays, numbers }: Grouping) =>
  (hasDays ? ['month', 'day'] : ['month']).map((span) =>
    sql`(${name}::text, ${span}::text, array[${sql.join(dimensions.map(valueOf))}]::text[], ${numbers ?? null}::text)`
  )

const valueOf = (dimension: string) =>
  dimension === 'department' || dimension === 'person'
    ? sql`${sql.ref(dimension)}::text`
    : sql`coalesce(dimensions ->> ${sql.lit(dimension)}, '')`
