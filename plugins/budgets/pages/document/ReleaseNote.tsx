import { EndingNote } from '#shell/detail/dialogs/EndingNote.tsx'
import { usePart, useStore } from '#shell/form/store/use-store.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useDocumentText } from './text.ts'

/** Note with the amount that is released to the budget when the document ends. */
export function ReleaseNote() {
  const { t } = useDocumentText()
  const { form } = useStore()
  const amount = usePart((store) => store.value[form.amount ?? ''])
  if (!form.budget || typeof amount !== 'string') return null
  const [before = '', after = ''] = t('released', { amount: '|' }).split('|')
  return (
    <EndingNote>
      {before}
      <Money value={amount} />
      {after}
    </EndingNote>
  )
}
