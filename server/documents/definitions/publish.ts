import { sql } from 'kysely'
import type { FormBody } from '#kernel/wording/describe.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'

/** A definition that the product brings along. */
export interface ShippedDefinition {
  readonly kind: 'form' | 'flow'
  readonly key: string
  readonly hash: string
  /** Hash of the canonical body. */
  readonly content: string
  readonly body: FormBody | Flow
}

/** Key of the advisory lock under which versions are numbered, by starting instances and by administrators. */
const publishLock = 4_201_912

/** Takes the lock for numbering versions, until the end of the transaction. */
export async function lockVersions(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${publishLock})`.execute(db)
}

/** Documents pinned per statement. */
const batch = 5_000

/**
 * Stores new definitions, puts shipped versions in force unless the company has its own, and pins documents that have no form version
 * yet.
 */
export async function publish(db: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await transaction(db, (tx) => publishWithin(tx, shipped, at))
  await pinForms(db, shipped)
}

/** Like `publish` inside a transaction, without pinning: for forms whose documents all have versions. */
export async function publishWithin(tx: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await lockVersions(tx)
  const known = await tx.selectFrom('definition').select(['kind', 'key', 'hash']).execute()
  const names = new Set(known.map(nameOf))
  await insertNew(tx, shipped.filter((definition) => !names.has(nameOf(definition))), at)
  await noteShipped(tx, shipped, at)
  await pointTo(tx, shipped, at)
}

const nameOf = ({ kind, key, hash }: Pick<ShippedDefinition, 'kind' | 'key' | 'hash'>) => `${kind} ${key} ${hash}`

async function insertNew(db: Db, fresh: readonly ShippedDefinition[], at: Date): Promise<void> {
  if (fresh.length === 0) return
  await sql`insert into definition (kind, key, hash, content, version, body, state, by, at)
    select kind, key, hash, content, coalesce((select max(version) from definition before where before.kind = fresh.kind
      and before.key = fresh.key), 0) + 1, body, 'published', 'product', ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) fresh (kind text, key text, hash text, content text,
      body jsonb)`.execute(db)
}

async function noteShipped(db: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await sql`insert into definition_shipped (kind, key, hash, at)
    select kind, key, hash, ${at}::timestamptz from jsonb_to_recordset(${namesOf(shipped)}::jsonb) shipped (kind text, key text, hash text)
    on conflict (kind, key) do update set hash = excluded.hash, at = excluded.at where definition_shipped.hash <> excluded.hash`.execute(db)
}

/** Updates the version in force: a company's own version is kept, unless it equals the shipped one by now. */
async function pointTo(db: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await sql`insert into definition_current (kind, key, hash, at)
    select kind, key, hash, ${at}::timestamptz from jsonb_to_recordset(${namesOf(shipped)}::jsonb) shipped (kind text, key text, hash text)
    on conflict (kind, key) do update set hash = excluded.hash, by = 'product', base = null, at = excluded.at
      where (definition_current.by = 'product') <> (definition_current.hash = excluded.hash)`.execute(db)
}

/** Pins documents filed before forms had versions to the form in force now. */
async function pinForms(db: Db, shipped: readonly ShippedDefinition[]): Promise<void> {
  const forms = namesOf(shipped.filter(({ kind }) => kind === 'form'))
  for (let pinned = 1n; pinned > 0n;) {
    const answer = await sql`update document set form = shipped.hash
      from (select id, current.hash from document
        join jsonb_to_recordset(${forms}::jsonb) current (key text, hash text) on current.key = document.type
        where form is null limit ${batch} for update of document skip locked) shipped
      where document.id = shipped.id`.execute(db)
    pinned = answer.numAffectedRows ?? 0n
  }
}

const namesOf = (shipped: readonly ShippedDefinition[]): string =>
  JSON.stringify(shipped.map(({ kind, key, hash }) => ({ kind, key, hash })))
