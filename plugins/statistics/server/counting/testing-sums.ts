import { type RawBuilder, sql } from 'kysely'

/** Rows of a table of documents, with bearing department and amounts in RMB at the document's rate. */
const rowsOf = (types: readonly string[], table: string, figure: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`select coalesce(nullif(item ->> 'bearingDept', ''), nullif(document.value ->> 'bearingDept', ''), department) as department,
    applicant as person, ${figure} as figure
    from document cross join lateral jsonb_array_elements(case jsonb_typeof(document.value -> ${table})
      when 'array' then document.value -> ${table} else '[]' end) item
    where type = any(${[...types]}::text[]) and ${condition}`

const headersOf = (type: string, figure: RawBuilder<unknown>) =>
  sql`select coalesce(nullif(document.value ->> 'bearingDept', ''), department) as department, applicant as person, ${figure} as figure
    from document
    where type = ${type} and state in ('inApproval', 'completed')`

const approved = sql`round((item ->> 'approvedAmount')::numeric * (document.value ->> 'exchangeRate')::numeric, 2)`
const completed = sql`state = 'completed'`
const counted = sql`state in ('inApproval', 'completed')`

const claimed = (kind: string) =>
  rowsOf(['expenseReimbursement'], 'items', approved, sql`state = 'completed' and document.value ->> 'reimburseKind' = ${kind}`)
const applied = (type: string, condition: RawBuilder<unknown>) => rowsOf([type], 'items', sql`(item ->> 'amountRmb')::numeric`, condition)
const travelled = (table: string) => rowsOf(['travelReimbursement'], table, approved, completed)

/** Rows of claims linked to an entertainment request, with its department and person. */
const dinners = (figure: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`select told.department, told.person, told.figure from document request cross join lateral (
    ${
    rowsOf(['expenseReimbursement'], 'items', figure, sql`${completed} and item ->> 'linkNo' = request.number and ${condition}`)
  }) told where request.type = 'entertainmentApply'`
/** Standard of a request, limited by its cap; SQL `least` ignores a null cap. */
const standardOf = sql`least((request.value ->> 'standardAmount')::numeric, (request.value ->> 'capAmount')::numeric)`

/** Trips linked to completed claims, with department and person of the claim. */
const claimedTrips = (condition: RawBuilder<unknown>) =>
  sql`select coalesce(nullif(claim.value ->> 'bearingDept', ''), claim.department) as department, claim.applicant as person, 1 as figure
    from document claim cross join jsonb_array_elements_text(claim.value -> 'tripLinks') link join document trip on trip.id = link
    where claim.type = 'travelReimbursement' and claim.state = 'completed' and ${condition}`

/** Proposals completed after the planned date, and those pending judgement for more than a week, as of the end of a day. */
const late = (until: string) =>
  sql`select department, person, days as figure from (
    select department, coalesce(document.value ->> 'implementer', applicant) as person,
      coalesce(nullif(document.value ->> 'actualEndDate', '')::date,
        ${until}::date) - nullif(document.value ->> 'estimatedImplementationEndDate', '')::date as days
    from document where type = 'proposalApply' and ${counted}
    union all
    select department, coalesce(document.value ->> 'implementer', applicant), ${until}::date - (min(arrived_at)::date + 7) from document
    join task on task.document = document.id
    where type = 'proposalApply' and document.state = 'inApproval' and task.state = 'running'
      and task.node not in ('implementPlan', 'implementDone') group by document.id) overdue where days > 0`

const documentsWith = (figure: RawBuilder<unknown>) => sql`select department, applicant as person, ${figure} as figure from document`
/** Human decisions on documents. */
const decided = (figure: RawBuilder<unknown>) =>
  sql`select department, applicant as person, ${figure} as figure from task join document on document.id = task.document
    where task.state = 'done' and result <> 'auto' and arrived_at is not null`

/** Figures per page, queried from the documents only: department, person and figure. */
export const independent: Readonly<Record<string, Readonly<Record<string, (until: string) => RawBuilder<unknown>>>>> = {
  travel: {
    total: () => sql.join(['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'].map(travelled), sql` union all `),
    hotel: () => travelled('hotelRows'),
    // each of these claims has exactly one trip
    excess: () =>
      sql`select coalesce(nullif(document.value ->> 'bearingDept', ''), department) as department, applicant as person, greatest(0,
        round((document.value ->> 'approvedAmount')::numeric * (document.value ->> 'exchangeRate')::numeric, 2) -
          (document.value ->> 'tripBudgetTotal')::numeric) as figure
        from document where type = 'travelReimbursement' and ${completed}`,
  },
  travelApplication: {
    days: () => headersOf('businessTrip', sql`(document.value ->> 'totalTripDays')::numeric`),
    estimated: () => headersOf('businessTrip', sql`(document.value ->> 'totalAmountRmb')::numeric`),
    claimed: () => claimedTrips(sql`true`),
  },
  entertainment: {
    estimated: () => headersOf('entertainmentApply', sql`(document.value ->> 'totalAmountRmb')::numeric`),
    guests: () => headersOf('entertainmentApply', sql`(document.value ->> 'theirCount')::numeric`),
    actual: () => claimed('3'),
    excess: () => dinners(sql`greatest(0, ${approved} - ${standardOf})`, sql`${standardOf} is not null`),
  },
  serviceFee: { applied: () => applied('serviceFeeApply', counted), completed: () => applied('serviceFeeApply', completed),
    reimbursed: () => claimed('5') },
  costBasedProcurement: { applied: () => applied('costBasedProcurement', counted),
    completed: () => applied('costBasedProcurement', completed), reimbursed: () => claimed('6') },
  proposalTimeout: { days: late },
  billData: {
    started: () => documentsWith(sql`1`),
    returns: () =>
      documentsWith(
        sql`(select count(*) from document_event where document_event.document = document.id and document_event.type = 'returned')`,
      ),
    completed: () => documentsWith(sql`(state = 'completed')::integer`),
    hours: () => documentsWith(sql`coalesce(round((extract(epoch from ended_at - started_at) / 3600)::numeric, 2), 0)`),
    waited: () => decided(sql`round((extract(epoch from finished_at - arrived_at) / 3600)::numeric, 2)`),
  },
}

const abroad = sql`exists (select from jsonb_array_elements(document.value -> 'tripRows') leg
  where leg -> 'endCity' ->> 0 in ('710000', '810000', '820000') or length(leg -> 'endCity' ->> 0) = 2)`
/** City of a place, or the country if it has none. */
const cityOf = (place: RawBuilder<unknown>) => sql`coalesce(${place} ->> 1, ${place} ->> 0)`
const costsWhere = (condition: RawBuilder<unknown>) =>
  sql.join(
    ['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'].map((table) =>
      rowsOf(['travelReimbursement'], table, approved, sql`${completed} and ${condition}`)
    ),
    sql` union all `,
  )

/** Filtered figures, queried from the documents only. */
export const narrowed:
  readonly (readonly [page: string, measure: string, filters: Readonly<Record<string, readonly string[]>>, rows: RawBuilder<unknown>])[] = [
    ['travel', 'total', { tripScope: ['2'] }, costsWhere(abroad)],
    ['travel', 'total', { tripScope: ['1'] }, costsWhere(sql`not ${abroad}`)],
    ['travel', 'total', { destination: ['320500', '310100'] },
      costsWhere(sql`${cityOf(sql`document.value -> 'tripRows' -> 0 -> 'endCity'`)} in ('320500', '310100')`)],
    ['travelApplication', 'estimated', { destination: ['110100'] },
      sql`select * from (${
        headersOf('businessTrip',
          sql`case when ${
            cityOf(sql`document.value -> 'itinerary' -> 0 -> 'endArea'`)
          } = '110100' then (document.value ->> 'totalAmountRmb')::numeric else 0 end`)
      }) trips`],
    ['entertainment', 'estimated', { over: ['1'] },
      headersOf('entertainmentApply',
        sql`case when (document.value ->> 'overStandard')::boolean then (document.value ->> 'totalAmountRmb')::numeric else 0 end`)],
    ['entertainment', 'actual', { hostType: ['2'] }, dinners(approved, sql`request.value ->> 'hostType' = '2'`)],
    ['travelApplication', 'claimed', { tripKind: ['3'] }, claimedTrips(sql`trip.value ->> 'tripKind' = '3'`)],
    ['travelApplication', 'claimed', { transport: ['1'] }, claimedTrips(sql`trip.value -> 'itinerary' -> 0 ->> 'transport' = '1'`)],
    ['travelApplication', 'claimed', { tripScope: ['2'] }, claimedTrips(sql`trip.value ->> 'tripScope' = '2'`)],
    ['entertainment', 'actual', { counterpart: ['9'] }, dinners(approved, sql`request.value ->> 'counterpartKind' = '9'`)],
    ['entertainment', 'actual', { kind: ['1'] }, dinners(approved, sql`request.value ->> 'entertainmentType' = '1'`)],
    ['entertainment', 'actual', { over: ['1'] }, dinners(approved, sql`${approved} > ${standardOf}`)],
    ['entertainment', 'estimated', { over: ['0'] },
      headersOf('entertainmentApply', sql`case when coalesce((document.value ->> 'overStandard')::boolean, false) then 0
          else (document.value ->> 'totalAmountRmb')::numeric end`)],
  ]
