import type { Selectable } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { labelOf, type Locale } from '#kernel/wording/label.ts'
import type { Host } from '#server/host.ts'
import type { Tables } from '#server/database/tables.ts'

/** A file on the wire. */
export const wire = (host: Pick<Host, 'plugins'>, row: Attachment, locale: Locale) => ({
  id: row.id,
  businessId: row.document,
  businessType: row.business_type,
  businessTypeName: typeName(host, row.business_type, locale),
  fileType: row.file_type,
  name: storedName(row.path),
  realName: row.real_name,
  path: row.path,
  type: 'BUSINESS',
  size: Number(row.size),
  createTime: nowOf(row.create_time),
  createBy: row.create_by,
  createName: row.create_name,
})

/** The name of the stored file. */
export const storedName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The label of the form or resource that holds a file. */
function typeName({ plugins }: Pick<Host, 'plugins'>, type: string | null, locale: Locale): string | null {
  const form = plugins.flatMap(({ forms }) => forms).find(({ key }) => key === type)
  if (form) return labelOf(form, locale)
  const resource = plugins.flatMap(({ resources }) => resources).find(({ name }) => name === type)
  return resource ? labelOf(resource, locale) : null
}

export type Attachment = Selectable<Tables['attachment']>
