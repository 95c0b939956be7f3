import { type SqlBool, sql } from 'kysely'
import { accessTo } from '#kernel/fields/disclosure.ts'
import { permits } from '#kernel/permissions.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import { withheldDocumentFiles } from '#server/documents/visibility/file-access.ts'
import { type DocumentReader, readerOf } from '#server/documents/visibility/scope.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { type ResourceColumn, columnsOf } from '#server/resources/columns.ts'
import { scopeConditions } from '#server/resources/scope.ts'
import { type Condition, isOne, selectRows } from '#server/resources/statements.ts'

/** The file of a document or record, and who uploaded it. */
interface HeldFile {
  readonly id: string
  readonly create_by: string
  readonly document: string | null
  readonly business_type: string | null
}

/** A reader of files, with the records whose files they may read in addition to those of documents. */
export interface FileReader extends DocumentReader {
  /** Conditions on `attachment`. */
  readonly records: readonly Condition[]
  /** Filters files to those not withheld from the reader; always includes their own uploads. */
  disclosed<File extends HeldFile>(files: readonly File[]): Promise<readonly File[]>
}

export type FileHost = Pick<Host, 'departments' | 'plugins' | 'definitions'>

/** Returns a person's access to files: readable documents, and records of visible resources. */
export async function fileReaderOf(host: FileHost, db: Db, caller: Caller): Promise<FileReader> {
  const seen = host.plugins.flatMap(({ resources }) => resources).filter((resource) =>
    fileFields(resource).length > 0 && permits(caller.permissions, resource.can.view)
  )
  const records = await Promise.all(seen.map(async (resource) => heldBy(resource, await scopeConditions(host, db, caller, resource))))
  return {
    ...(await readerOf(host, db, caller)),
    records,
    async disclosed(files) {
      const others = files.filter(({ create_by: owner }) => owner !== caller.id)
      const ofRecords = await Promise.all(seen.map((resource) => withheldRecordFiles(resource, db, caller, others)))
      const withheld = new Set([...ofRecords.flat(), ...(await withheldDocumentFiles(host, db, caller, others))])
      return files.filter(({ id }) => !withheld.has(id))
    },
  }
}

/** Ids of files of records that are not in any visible field. */
async function withheldRecordFiles(resource: Resource, db: Db, caller: Caller, files: readonly HeldFile[]): Promise<readonly string[]> {
  const fields = fileFields(resource)
  const open = fields.filter(({ wire }) => ['full', 'readOnly'].includes(accessTo(resource, caller, wire)))
  const held = open.length === fields.length ? [] : files.filter(({ business_type: type }) => type === resource.name)
  if (held.length === 0) return []
  const columns = [...open, ...[...columnsOf(resource).values()].filter(({ wire }) => wire === 'id')]
  const rows = await selectRows(db, { table: resource.table, columns, where: [isOne(held.flatMap(({ document }) => document ?? []))] })
  const shown = new Set(rows.flatMap((row) => open.map(({ name }) => row[name])).flat())
  return held.map(({ id }) => id).filter((id) => !shown.has(id))
}

const fileFields = (resource: Resource): readonly ResourceColumn[] =>
  [...columnsOf(resource).values()].filter(({ field }) => field?.kind === 'attachment')

/** Condition that the file belongs to a visible record of the resource. */
const heldBy = ({ name, table }: Resource, scope: readonly Condition[]): Condition =>
  sql<SqlBool>`(attachment.business_type = ${name} and exists (select from ${sql.table(table)} where ${
    sql.join([sql`id = attachment.document`, sql`del_flag = 0`, ...scope], sql` and `)
  }))`
