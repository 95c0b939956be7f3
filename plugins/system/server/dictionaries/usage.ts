import { sql } from 'kysely'
import type { Fields } from '#kernel/fields.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import { columnsOf } from '#server/resources/columns.ts'

/** One choice, by the dictionary that offers it and the value that is kept. */
export interface DictionaryChoice {
  readonly type: string
  readonly value: string
}

/** Returns whether a record or a document holds this choice, in any field that is chosen from its dictionary. */
export async function isUsed(db: Db, plugins: readonly Plugin[], choice: DictionaryChoice): Promise<boolean> {
  for (const resource of plugins.flatMap(({ resources }) => resources)) if (await isInRecords(db, resource, choice)) return true
  for (const form of plugins.flatMap(({ forms }) => forms)) {
    const paths = pathsTo(form.fields, choice.type)
    if (paths.length > 0 && (await isInDocuments(db, form.key, paths, choice.value))) return true
  }
  return false
}

async function isInRecords(db: Db, resource: Resource, { type, value }: DictionaryChoice): Promise<boolean> {
  for (const { name, type: stored, field } of columnsOf(resource).values()) {
    if (field?.dict !== type) continue
    const holds = stored === 'texts' ? sql`${value} = any(${sql.ref(name)})` : sql`${sql.ref(name)} = ${value}`
    const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.table(resource.table)} where ${holds}) as found`
      .execute(db)
    if (rows[0]?.found) return true
  }
  return false
}

async function isInDocuments(db: Db, form: string, paths: readonly string[], value: string): Promise<boolean> {
  const holds = paths.map((path) => sql`jsonb_path_exists(value, ${path}::jsonpath, ${JSON.stringify({ wanted: value })}::jsonb)`)
  const { rows } = await sql<{ found: boolean }>`select exists (select from document where type = ${form} and (${
    sql.join(holds, sql` or `)
  })) as found`.execute(db)
  return rows[0]?.found === true
}

/** The paths at which a document's value holds choices of a dictionary. Names come from declarations only. */
function pathsTo(fields: Fields, type: string, before = '$'): string[] {
  return Object.entries(fields).flatMap(([name, { dict, columns }]) => {
    const path = `${before}.${JSON.stringify(name)}`
    // a choice among several is unwrapped by the filter
    return [...(dict === type ? [`${path} ? (@ == $wanted)`] : []), ...(columns ? pathsTo(columns, type, `${path}[*]`) : [])]
  })
}
