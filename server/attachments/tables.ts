import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/record-columns.ts'

interface AttachmentTable {
  id: string
  /** The document or record that holds it; null until it is filed. */
  document: string | null
  business_type: string | null
  upload_type: string
  /** Original name of the file; the stored file is named by the id. */
  real_name: string
  file_type: string
  /** The path of the bytes, relative to the storage. */
  path: string
  size: string
  sha256: string
  create_by: string
  create_name: string
  create_time: Generated<Date>
  /** The time since which it has no reference; only meaningful while `document` is null. */
  free_since: Generated<Date>
  /** The time since which its bytes may be missing, during upload or deletion; null otherwise. */
  absent_since: Date | null
}

interface FileWhitelistTable extends RecordTable {
  /** An extension, written `pdf`, `.pdf` or `*.pdf`. */
  value: string
  /** MB */
  max_size: number | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    attachment: AttachmentTable
    file_whitelist: FileWhitelistTable
  }
}
