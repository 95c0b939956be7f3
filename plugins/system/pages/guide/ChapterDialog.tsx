import { text } from '#kernel/fields.ts'
import type { GuideChapter } from '#plugins/system/guide-wire.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { contentField } from '../content/content-field.tsx'
import { guide, guidePath, useGuideText } from './guide.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })
const content = { max: 40_000, hint: named('contentHint') } as const

const fields: readonly DialogField[] = [
  { name: 'title', field: text({ ...named('titleCn'), required: true, max: 100 }) },
  { name: 'enTitle', field: text({ ...named('titleEn'), required: true, max: 100 }) },
  contentField({ name: 'content', label: named('contentCn'), ...content }),
  contentField({ name: 'enContent', label: named('contentEn'), ...content }),
]

/** Changes a chapter in both languages. */
export function ChapterDialog({ chapter, onClose }: { chapter: GuideChapter; onClose(): void }) {
  const { t, label } = useGuideText()
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) =>
    http.put(`${guidePath}/${chapter.key}`, { ...value, version: chapter.version }, { quiet: true })
  return (
    <FieldsDialog title={t('editTitle', { name: label({ cn: chapter.title, en: chapter.enTitle }) })} fields={() => fields}
      start={{ ...chapter }} touches={[[guide]]} save={save} onClose={onClose} />
  )
}
