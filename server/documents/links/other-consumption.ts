import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** Consumption of a document by other live documents. */
export interface OtherConsumption {
  /** Number of one of these documents. */
  readonly by: string | null
  /** The remaining balance; null where the amount to consume is unknown. */
  readonly remaining: Decimal | null
  /** The consumed amount. */
  readonly taken: Decimal
}

/** The remaining balance of documents, without the consumption by `document`. */
export async function otherConsumption(db: Db, targets: readonly string[],
  document: string | undefined): Promise<ReadonlyMap<string, OtherConsumption>> {
  const rows = await db
    .selectFrom('document')
    .leftJoinLateral(takenOf(document), (join) => join.onTrue())
    .select(['document.id', 'document.claimable', 'live.taken', 'live.claimed_by'])
    .where('document.id', 'in', [...targets])
    .execute()
  return new Map(
    rows.map((
      { id, claimable, taken, claimed_by: by },
    ) => [id, { by, remaining: claimable === null ? null : Decimal.max(0, new Decimal(claimable).minus(taken ?? 0)),
      taken: new Decimal(taken ?? 0) }]
    ),
  )
}

interface ConsumptionRow {
  /** The number of live documents that bind it. */
  readonly owners: string
  /** The sum of consumption; null: none. */
  readonly taken: string | null
  /** Number of the first of them. */
  readonly claimed_by: string | null
}

/** For a lateral join with `document`: its bindings and consumption by live documents other than `except`. */
export const takenOf = (except: string | undefined) =>
  sql<ConsumptionRow>`(
    select count(*) as owners, sum(taken) as taken, min(number) filter (where claims) as claimed_by from (
      select owner.number, bool_or(link.claims) as claims,
        coalesce(sum(link.claimed), max(owner.amount) filter (where link.claims)) as taken
      from document_link link join document owner on owner.id = link.owner
      where link.target = document.id and link.binds and owner.state in ('inApproval', 'completed') ${unless(except)}
      group by owner.id, owner.number
    ) each_owner
  )`.as<'live'>('live')

const unless = (owner: string | undefined): RawBuilder<unknown> => (owner === undefined ? sql`` : sql`and link.owner <> ${owner}`)
