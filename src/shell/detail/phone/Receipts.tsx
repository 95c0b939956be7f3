import { useMemo } from 'react'
import { FileTile } from '#fields/files/FileTile.tsx'
import { useReferences } from '#fields/references/use-references.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { filesOf } from '../files.ts'
import { useDetailText } from '../text.ts'

/** Every file of the document in one row to be moved sideways; a tap shows it over the whole screen. */
export function Receipts() {
  const { t } = useDetailText()
  const { form, value } = useStore()
  const ids = useMemo(() => filesOf(form.fields, value), [form, value])
  const records = useReferences('attachment', ids)
  if (ids.length === 0) return null
  return (
    <section className="oa-phone-receipts" aria-label={t('allFiles')}>
      <SectionTitle>
        {t('files')} <span className="num">{ids.length}</span>
      </SectionTitle>
      <ul>
        {ids.map((id, index) => (
          <li key={id}>
            <FileTile id={id} record={records[index]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
