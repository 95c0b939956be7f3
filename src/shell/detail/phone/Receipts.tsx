import { FileTile } from '#fields/files/FileTile.tsx'
import { useReferences } from '#fields/references/use-references.ts'
import { sameList, usePart } from '#shell/form/store/use-store.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { fileStrip } from '../actions/files.ts'
import { useDetailText } from '../text.ts'

/** The files of the document in one row to be moved sideways; a tap shows one over the whole screen. */
export function Receipts() {
  const { t } = useDetailText()
  const ids = usePart(({ form, value, editable }) => fileStrip(form.fields, value, editable).ids, sameList)
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
