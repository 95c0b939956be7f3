import { type SqlBool, sql } from 'kysely'
import { permits } from '#kernel/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentReader, readerOf } from '#server/documents/visibility/scope.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { scopeConditions } from '#server/resources/scope.ts'
import type { Condition } from '#server/resources/statements.ts'

/** A reader of files, with the records whose files they see beside those of documents. */
export interface FileReader extends DocumentReader {
  /** Each a condition on `attachment`. */
  readonly records?: readonly Condition[]
}

/** Returns what a person may read files by: documents that they read, and records of the resources that they see. */
export async function fileReaderOf(host: Pick<Host, 'departments' | 'plugins'>, db: Db, caller: Caller): Promise<FileReader> {
  const seen = host.plugins.flatMap(({ resources }) => resources).filter((resource) =>
    hasFiles(resource) && permits(caller.permissions, resource.can.view)
  )
  const records = await Promise.all(seen.map(async (resource) => heldBy(resource, await scopeConditions(host, db, caller, resource))))
  return { ...(await readerOf(host, db, caller)), records }
}

const hasFiles = ({ fields }: Resource): boolean => Object.values(fields).some(({ kind }) => kind === 'attachment')

/** The file belongs to a record of the resource that the caller sees. */
const heldBy = ({ name, table }: Resource, scope: readonly Condition[]): Condition =>
  sql<SqlBool>`(attachment.business_type = ${name} and exists (select from ${sql.table(table)} where ${
    sql.join([sql`id = attachment.document`, sql`del_flag = 0`, ...scope], sql` and `)
  }))`
