import { sql } from 'kysely'
import { prepared } from '#server/database/statements/text-statements.ts'
import type { Db } from '#server/database/tables.ts'

/** Version numbers of the data that the caches of a call depend on. */
export interface ChangeVersions {
  readonly directory: string
  readonly dictionary: string
  readonly calendar: string
  readonly menu: string
  readonly signIn: string
}

const topics = ['directory', 'dictionary', 'calendar', 'menu', 'signIn'] as const

/** The versions as `db` sees them now, in one small read. */
export async function changeVersions(db: Db): Promise<ChangeVersions> {
  const { rows } = await sql<
    { topic: string; version: string }
  >`select topic, version::text as version from change_version where topic = any(${topics}) ${prepared}`.execute(db)
  return versionsOf(Object.fromEntries(rows.map(({ topic, version }) => [topic, version])))
}

/** SQL of the versions as a column of another read, which saves a round trip; parse it with {@link versionsOf}. */
export const versionsText = '(select jsonb_object_agg(topic, version::text) from change_version)'

/** The value of this column. */
export type VersionsRow = Readonly<Record<string, string>> | null

/** Parses the column; a topic that never changed has version 0. */
export function versionsOf(rows: VersionsRow): ChangeVersions {
  const of = (topic: (typeof topics)[number]) => rows?.[topic] ?? '0'
  return { directory: of('directory'), dictionary: of('dictionary'), calendar: of('calendar'), menu: of('menu'), signIn: of('signIn') }
}
