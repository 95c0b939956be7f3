import { text } from '#kernel/fields.ts'
import type { UpdateEntry } from '#plugins/system/update-wire.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { contentField } from '../content/content-field.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { updatePath, updates, useUpdateText } from './updates.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const content = { max: 20_000, hint: named('contentHint') } as const

const fields: readonly DialogField[] = [
  { name: 'version', field: text({ ...named('version'), required: true, max: 20, hint: named('versionHint') }) },
  { name: 'title', field: text({ ...named('titleCn'), required: true, max: 100 }) },
  { name: 'enTitle', field: text({ ...named('titleEn'), required: true, max: 100 }) },
  contentField({ name: 'content', label: named('contentCn'), ...content }),
  contentField({ name: 'enContent', label: named('contentEn'), ...content }),
]

/** Dialog that creates or edits an entry; a new one is a draft. */
export function UpdateDialog({ entry: edited, onClose }: { entry: UpdateEntry | 'new'; onClose(): void }) {
  const entry = edited === 'new' ? undefined : edited
  const { t } = useUpdateText()
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) =>
    entry
      ? http.put(updatePath, { ...value, id: entry.id, revision: entry.revision }, { quiet: true })
      : http.post(updatePath, value, { quiet: true, adds: true })
  return (
    <FieldsDialog title={entry ? t('editTitle', { version: entry.version }) : t('addTitle')} fields={() => fields}
      start={entry ? { ...entry } : {}} touches={[[updates]]} save={save} onClose={onClose} />
  )
}
