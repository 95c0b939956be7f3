import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldRefusal, HttpFailure, isFailure } from '#providers/failure.ts'
import { type FieldDefinition, select, text } from '#kernel/fields.ts'
import { currentLocale } from '#providers/i18n.ts'
import { useHttp } from '#shell/backend.ts'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { template } from '../template.ts'
import type { ImportTarget } from '../wire.ts'
import { FileControl } from './FileControl.tsx'
import { useTemplateText } from './text.ts'
import { path, useTemplateCalls } from './use-template-calls.ts'

const { name, company, kind } = template.fields
/** Chosen once, with the file that is made for it. */
const chosen = (field: FieldDefinition): FieldDefinition => ({ ...field, system: undefined, readOnly: undefined })

/** A new template: what it is for, and its file, which is checked before anything is kept. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const calls = useTemplateCalls()
  const [problems, setProblems] = useState<readonly FieldRefusal[]>([])
  const { data: targets = [] } = useQuery({ queryKey: ['importTargets'],
    queryFn: () => http.get<readonly ImportTarget[]>(`${path}/importTargets`) })
  const save = async (value: Readonly<Record<string, unknown>>) => {
    const { file, ...fields } = value
    setProblems([])
    try {
      if (!(file instanceof File)) throw missingFile(t('choose'))
      await calls.send(`${path}/upload`, file,
        Object.fromEntries(Object.entries(fields).map(([key, entered]) => [key, String(entered ?? '')])))
    } catch (error) {
      if (isFailure(error)) setProblems(error.fields.filter((field) => field.name === 'file'))
      throw error
    }
  }
  const fields = (value: Readonly<Record<string, unknown>>): readonly DialogField[] => [
    { name: 'kind', field: { ...chosen(kind), required: true } },
    value['kind'] === 'import'
      ? { name: 'target', field: targetField(targets) }
      : { name: 'businessType', field: { ...chosen(template.fields.businessType), required: true } },
    { name: 'language', field: chosen(template.fields.language) },
    { name: 'name', field: name },
    { name: 'company', field: company },
    { name: 'file', field: value['kind'] === 'import' ? workbook : word,
      draw: drawnFile({ of: value['kind'] === 'import' ? { target: value['target'] } : { businessType: value['businessType'] },
        language: value['language'], problems }) },
  ]
  return (
    <FieldsDialog title={t('upload')} fields={fields} start={{ kind: 'print', language: currentLocale() }} save={save}
      onSaved={() => calls.notify(t('uploaded'))} onClose={onClose} />
  )
}

const word = text({ cn: 'Word 文件', en: 'Word file', required: true })
const workbook = text({ cn: 'Excel 文件', en: 'Excel file', required: true })

const targetField = (targets: readonly ImportTarget[]): FieldDefinition =>
  select({ cn: '导入内容', en: 'Imports', required: true, options: targets.map(({ target, cn, en }) => ({ value: target, cn, en })) })

const missingFile = (message: string) =>
  new HttpFailure({ kind: 'refused', code: 42009, message, data: { fields: [{ name: 'file', message }] } })

/** The file's control, which knows what else was chosen. */
const drawnFile = (chosenSoFar: Pick<Parameters<typeof FileControl>[0], 'of' | 'language' | 'problems'>) => (control: OwnControl) => (
  <FileControl {...control} {...chosenSoFar} />
)
