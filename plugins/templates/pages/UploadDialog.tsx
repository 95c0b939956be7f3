import { useState } from 'react'
import { type FieldRefusal, HttpFailure, isFailure } from '#providers/failure.ts'
import { type FieldDefinition, text } from '#kernel/fields.ts'
import { currentLocale } from '#providers/i18n.ts'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { template } from '../template.ts'
import { FileControl } from './FileControl.tsx'
import { useTemplateText } from './text.ts'
import { path, useTemplateCalls } from './use-template-calls.ts'

const { name, company } = template.fields
/** Chosen once, with the file that is made for it. */
const chosen = (field: FieldDefinition): FieldDefinition => ({ ...field, system: undefined, readOnly: undefined })

/** A new template: whose documents it prints, and its file, which is checked before anything is kept. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const calls = useTemplateCalls()
  const [problems, setProblems] = useState<readonly FieldRefusal[]>([])
  const save = async (value: Readonly<Record<string, unknown>>) => {
    const { file, ...fields } = value
    setProblems([])
    try {
      if (!(file instanceof File)) throw missingFile(t('choose'))
      await calls.send(`${path}/upload`, file, Object.fromEntries(Object.entries(fields).map(([key, entered]) => [key, String(entered ?? '')])))
    } catch (error) {
      if (isFailure(error)) setProblems(error.fields.filter((field) => field.name === 'file'))
      throw error
    }
  }
  const fields = (value: Readonly<Record<string, unknown>>): readonly DialogField[] => [
    { name: 'businessType', field: chosen(template.fields.businessType) },
    { name: 'language', field: chosen(template.fields.language) },
    { name: 'name', field: name },
    { name: 'company', field: company },
    { name: 'file', field: text({ cn: 'Word 文件', en: 'Word file', required: true }),
      draw: drawnFile({ businessType: value['businessType'], language: value['language'], problems }) },
  ]
  return <FieldsDialog title={t('upload')} fields={fields} start={{ language: currentLocale() }} save={save} onSaved={() => calls.tell(t('uploaded'))} onClose={onClose} />
}

const missingFile = (message: string) => new HttpFailure({ kind: 'refused', code: 42009, message, data: { fields: [{ name: 'file', message }] } })

/** The file's control, which knows what else was chosen. */
const drawnFile = (chosenSoFar: Pick<Parameters<typeof FileControl>[0], 'businessType' | 'language' | 'problems'>) => (control: OwnControl) => (
  <FileControl {...control} {...chosenSoFar} />
)
