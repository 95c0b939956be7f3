import type { Generated } from 'kysely'

interface AuditColumns {
  create_by: string | null
  create_time: Generated<Date>
  update_by: string | null
  update_time: Generated<Date>
  version: Generated<number>
  del_flag: Generated<number>
}

interface UpdateLogTable extends AuditColumns {
  id: string
  release: string
  title: string
  en_title: string
  content: string
  en_content: string
  publish_time: Date | null
}

interface GuideTable extends AuditColumns {
  key: string
  parent: string | null
  sort: number
  title: string
  en_title: string
  content: string
  en_content: string
  pages: Generated<string[]>
  edited: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    update_log: UpdateLogTable
    guide_chapter: GuideTable
  }
}
