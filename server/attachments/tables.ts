import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/record-columns.ts'

interface AttachmentTable {
  id: string
  /** The document or record that holds it; empty until it is filed with one. */
  document: string | null
  business_type: string | null
  upload_type: string
  /** Name that the person's computer gave it; the stored file is named by the id. */
  real_name: string
  file_type: string
  /** The path of the bytes, relative to the storage. */
  path: string
  size: string
  sha256: string
  create_by: string
  create_name: string
  create_time: Generated<Date>
  /** The time since which nothing refers to it; null where something does. */
  free_since: Generated<Date>
  /** The time since which its bytes are missing: they are being uploaded or removed. */
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
