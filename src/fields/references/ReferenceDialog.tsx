import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { inSentence } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { CandidateTable, type FoundPage, type PickerContent, PickerDialog, type PickerRows } from '../picker/PickerDialog.tsx'
import { type CandidatePage, pickerSize, type Sought } from '../picker/candidates.ts'
import { usePickerText } from '../picker/texts.ts'
import { useFieldContext } from '../use-field-context.ts'
import type { ReferenceCandidate } from '../types.ts'

interface DialogProps extends Pick<PickerContent<ReferenceCandidate>, 'chosen' | 'max' | 'onChoose' | 'onClose' | 'afterClose'> {
  readonly field: FieldDefinition
  readonly context: Readonly<Record<string, unknown>>
}

/** A dialog to choose records from the full, paginated list. */
export function ReferenceDialog({ field, context, max, ...picking }: DialogProps) {
  const { t } = usePickerText()
  const http = useHttp()
  const formContext = useFieldContext(context)
  const isOfPeople = sourceOf(field) === 'person'
  const narrowing = formContext.narrowing()
  const words = {
    title: t('title', { label: bilingual({ cn: field.cn, en: inSentence(field.en) }) }),
    search: (page?: FoundPage) => {
      if (page?.keyLabel === undefined) return t(page ? 'search' : 'searchAny')
      const { records, keyLabel: { cn, en } } = page
      return t(records.some(({ name, code }) => name !== code) ? 'searchKey' : 'searchOnlyKey', {
        label: bilingual({ cn, en: inSentence(en) }),
      })
    },
    none: t('none'),
    noneFound: t('noneFound'),
    failed: t('failed'),
    retry: t('retry'),
    cancel: t('cancel'),
    ok: (count: number) => (count > 0 ? t(isOfPeople ? 'okPeople' : 'okCount', { count }) : t('ok')),
    total: (count: number) => t(isOfPeople ? 'totalPeople' : 'total', { count }),
  }
  const rows = (shown: PickerRows<ReferenceCandidate>) => (
    <CandidateTable {...shown} field={field} max={max} accepts={(record) => formContext.accepts(field, record)} />
  )
  const query = ({ label: keyword, current }: Sought) =>
    http.query<CandidatePage<ReferenceCandidate>>(`/system/reference/${sourceOf(field)}/page`, { keyword, current, size: pickerSize,
      context: narrowing, form: formContext.form }, { quiet: true })
  return (
    <PickerDialog<ReferenceCandidate> {...picking} max={max} words={words} queryKey={['candidates', 'picker', sourceOf(field), narrowing]}
      query={query} rows={rows} />
  )
}
