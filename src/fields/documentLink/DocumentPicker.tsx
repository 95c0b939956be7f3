import type { FieldDefinition } from '#kernel/fields.ts'
import { inSentence } from '#kernel/wording/in-sentence.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { PickerDialog, type PickerRows, type PickerContent } from '../picker/PickerDialog.tsx'
import { useFieldContext } from '../use-field-context.ts'
import { LinkableTable } from './LinkableTable.tsx'
import { linkableDocuments, type Linkable } from './linkable.ts'
import { useLinkText } from './text.ts'

interface PickerProps extends Pick<PickerContent<Linkable>, 'chosen' | 'max' | 'onChoose' | 'onClose' | 'afterClose'> {
  readonly field: FieldDefinition
  readonly context: Readonly<Record<string, unknown>>
}

/** Chooses filed documents among those that the person may read and the field accepts. */
export function DocumentPicker({ field, context, max, ...picking }: PickerProps) {
  const { t } = useLinkText()
  const http = useHttp()
  const formContext = useFieldContext(context)
  const words = {
    title: t('title', { label: bilingual({ cn: field.cn, en: inSentence(field.en) }) }),
    search: () => t('search'),
    none: t('none'),
    noneFound: t('noneFound'),
    failed: t('failed'),
    retry: t('retry'),
    cancel: t('cancel'),
    ok: (count: number) => (count > 0 ? t('okCount', { count }) : t('ok')),
    total: (count: number) => t('total', { count }),
  }
  const rows = ({ rows: records, ids, emptyText, choose }: PickerRows<Linkable>) => (
    <LinkableTable field={field} rows={records} ids={ids} max={max} emptyText={emptyText}
      accepts={(record) => formContext.accepts(field, record)} onChoose={choose} />
  )
  const { links, linkStates, own } = field
  return (
    <PickerDialog<Linkable> {...picking} max={max} words={words} queryKey={['linkable', links, linkStates, own]}
      query={(sought) => linkableDocuments(http, field, sought)} rows={rows} />
  )
}
