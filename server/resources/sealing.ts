import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Job } from '#server/jobs/job.ts'
import { minutes } from '#server/jobs/job.ts'
import type { DataAudit } from '#server/plugin.ts'
import { columnsOf } from './columns.ts'

/** A key and the name by which sealed values say that they need it. */
interface SealingKey {
  readonly name: string
  readonly bytes: Buffer
}

const mark = 'sealed'
const cipher = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

let keys: readonly SealingKey[] = []

/** Takes the keys of the settings, 64 hexadecimal digits each: the first one seals, each of them opens what it sealed. */
export function useSealingKeys(secrets: readonly string[]): void {
  keys = secrets.map((secret) => {
    const bytes = Buffer.from(secret, 'hex')
    return { bytes, name: createHash('sha256').update(bytes).digest('hex').slice(0, 8) }
  })
}

/** The column that a value belongs to: sealed for one, it cannot be opened in another. */
type SealedPlace = `${string}.${string}`

/** A text as it is stored: sealed where there is a key, else as it is. */
export function sealed(text: string, place: SealedPlace): string {
  const [key] = keys
  if (!key) return text
  const iv = randomBytes(ivLength)
  const sealing = createCipheriv(cipher, key.bytes, iv).setAAD(Buffer.from(place))
  const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return [mark, key.name, Buffer.concat([iv, sealing.getAuthTag(), content]).toString('base64url')].join(':')
}

/** The text that was stored; one that was never sealed is as it is. @throws Error without its key, and where it was altered */
export function opened(stored: string, place: SealedPlace): string {
  if (!stored.startsWith(`${mark}:`)) return stored
  const [, name, content = ''] = stored.split(':')
  const key = keys.find((each) => each.name === name)
  if (!key) throw new Error(`The key ${name} that ${place} is sealed with is not among SEALING_KEYS`)
  const bytes = Buffer.from(content, 'base64url')
  const opening = createDecipheriv(cipher, key.bytes, bytes.subarray(0, ivLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([opening.update(bytes.subarray(ivLength + tagLength)), opening.final()]).toString('utf8')
}

interface SealedColumn {
  readonly table: string
  readonly name: string
  readonly place: SealedPlace
}

const sealedColumns = (resources: readonly Resource[]): readonly SealedColumn[] =>
  resources.flatMap((resource) =>
    [...columnsOf(resource).values()].flatMap(({ field, name }): SealedColumn[] =>
      field?.sealed ? [{ table: resource.table, name, place: `${resource.table}.${name}` }] : []
    )
  )

/** Values that are sealed at once, so that no transaction is long. */
const batch = 200

/** Seals what was stored before there was a key, or with an earlier one. */
export function sealStored(resources: readonly Resource[]): Job {
  return {
    name: 'sealStored',
    every: minutes(10),
    async run({ db, signal }) {
      const [key] = keys
      if (!key) return
      for (const column of sealedColumns(resources)) {
        while (!signal.aborted && (await sealSome(db, column, key)) === batch);
      }
    },
  }
}

/** @returns how many were sealed */
async function sealSome(db: Db, { table, name, place }: SealedColumn, key: SealingKey): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; stored: string }>`select id, ${sql.ref(name)} as stored from ${sql.table(table)}
      where ${sql.ref(name)} is not null and not starts_with(${sql.ref(name)}, ${`${mark}:${key.name}:`}) limit ${batch} for update`
      .execute(tx)
    for (const { id, stored } of rows)
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sealed(opened(stored, place), place)} where id = ${id}`.execute(tx)
    return rows.length
  })
}

/** Checks at the start that whatever is sealed can be opened. @throws Error naming the key that is missing */
export async function demandSealingKeys(db: Db, resources: readonly Resource[]): Promise<void> {
  for (const { table, name, place } of sealedColumns(resources)) {
    const { rows: [missing] } = await sql<{ key: string }>`select split_part(${sql.ref(name)}, ':', 2) as key from ${sql.table(table)}
      where starts_with(${sql.ref(name)}, ${`${mark}:`})
        and split_part(${sql.ref(name)}, ':', 2) <> all(${keys.map((key) => key.name)}::text[]) limit 1`.execute(db)
    if (missing) throw new Error(`SEALING_KEYS lacks the key ${missing.key}, with which values of ${place} are sealed`)
  }
}

/** Names the values that cannot be opened. */
export function sealingAudit(resources: readonly Resource[]): DataAudit {
  return {
    name: 'sealed values',
    async run(db) {
      let checked = 0
      const mismatches: string[] = []
      for (const { table, name, place } of sealedColumns(resources)) {
        const { rows } = await sql<{ id: string; stored: string }>`select id, ${sql.ref(name)} as stored from ${sql.table(table)}
          where ${sql.ref(name)} is not null`.execute(db)
        checked += rows.length
        mismatches.push(...rows.filter(({ stored }) => !canOpen(stored, place)).map(({ id }) => `${place} of ${id} cannot be opened`))
      }
      return { checked, mismatches }
    },
  }
}

function canOpen(stored: string, place: SealedPlace): boolean {
  try {
    opened(stored, place)
    return true
  } catch {
    return false
  }
}
