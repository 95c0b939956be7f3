import type { Generated } from 'kysely'
import type { TemplateKind } from '../wire.ts'
import type { RecordTable } from '#server/resources/columns.ts'

interface TemplateTable extends RecordTable {
  name: string
  kind: Generated<TemplateKind>
  /** Form that is printed, or whose table is imported; null for record imports. */
  business_type: string | null
  /** Import target; null for print templates. */
  target: string | null
  /** "中文/English" */
  target_name: string | null
  /** Null for all companies. */
  company: string | null
  language: 'cn' | 'en'
  file_name: string
  /** Current version. */
  file_version: number
  uploaded_by: string
  upload_time: Date
  enabled: Generated<boolean>
}

interface TemplateVersionTable {
  template: string
  number: number
  file_name: string
  size: number
  sha256: string
  content: Buffer
  uploaded_by: string
  upload_time: Date
  restored_from: number | null
}

interface CompanySealTable {
  company: string
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  image: Buffer
  uploaded_by: string
  upload_time: Date
}

interface MessageWordingVersionTable {
  kind: string
  number: number
  /** Null, like the other texts, if the shipped wording was restored. */
  title: string | null
  en_title: string | null
  content: string | null
  en_content: string | null
  changed_by: string
  changed_at: Date
  restored_from: number | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sys_template: TemplateTable
    sys_template_version: TemplateVersionTable
    company_seal: CompanySealTable
    message_wording_version: MessageWordingVersionTable
  }
}
