import { useQuery } from '@tanstack/react-query'
import type { WritingHttp } from '#providers/http.ts'
import { type FieldDefinition, select, text } from '#kernel/fields.ts'
import { currentLocale } from '#providers/i18n.ts'
import { useHttp } from '#shell/backend.ts'
import type { Problems } from '#shell/command/refusal.ts'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { template } from '../template.ts'
import type { ImportTarget } from '../wire.ts'
import { FileControl } from './FileControl.tsx'
import { useTemplateText } from './text.ts'
import { path, useTemplateCalls } from './use-template-calls.ts'

type Value = Readonly<Record<string, unknown>>

const { name, company, kind } = template.fields
/** Makes a field editable that is fixed once the template exists. */
const chosen = (field: FieldDefinition): FieldDefinition => ({ ...field, system: undefined, readOnly: undefined })

/** Dialog to add a template with its purpose and its file, which is validated before saving. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const calls = useTemplateCalls()
  const { data: targets = [] } = useQuery({ queryKey: ['importTargets'],
    queryFn: () => http.get<readonly ImportTarget[]>(`${path}/importTargets`) })
  const check = ({ file }: Value): Problems => (file instanceof File ? {} : { file: t('choose') })
  const save = async ({ file, ...entered }: Value, to: WritingHttp) => {
    const texts = Object.fromEntries(Object.entries(entered).map(([key, each]) => [key, String(each ?? '')]))
    if (file instanceof File) await calls.send(`${path}/upload`, file, texts)(to)
  }
  const fields = (value: Value): readonly DialogField[] => [
    { name: 'kind', field: { ...chosen(kind), required: true } },
    value['kind'] === 'import'
      ? { name: 'target', field: targetField(targets) }
      : { name: 'businessType', field: { ...chosen(template.fields.businessType), required: true } },
    { name: 'language', field: chosen(template.fields.language) },
    { name: 'name', field: name },
    { name: 'company', field: company },
    { name: 'file', field: value['kind'] === 'import' ? workbook : word,
      draw: drawnFile({ of: value['kind'] === 'import' ? { target: value['target'] } : { businessType: value['businessType'] },
        language: value['language'] }) },
  ]
  return (
    <FieldsDialog title={t('upload')} fields={fields} start={{ kind: 'print', language: currentLocale() }} check={check} save={save}
      success={t('uploaded')} onClose={onClose} />
  )
}

const word = text({ cn: 'Word 文件', en: 'Word file', required: true })
const workbook = text({ cn: 'Excel 文件', en: 'Excel file', required: true })

const targetField = (targets: readonly ImportTarget[]): FieldDefinition =>
  select({ cn: '导入内容', en: 'Imports', required: true, options: targets.map(({ target, cn, en }) => ({ value: target, cn, en })) })

/** Makes the file control with the values selected so far. */
const drawnFile = (chosenSoFar: Pick<Parameters<typeof FileControl>[0], 'of' | 'language'>) => (control: OwnControl) => (
  <FileControl {...control} {...chosenSoFar} />
)
