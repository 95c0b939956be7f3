import type { MouseEvent } from 'react'
import { useBlocks } from '../../parts/document/blocks.ts'
import { sameList, usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { useCurrency } from './Field.tsx'
import { visibleFields } from './Sections.tsx'

/** Sections from which on a form is long enough for an index. */
const long = 6

/** Beside a long form: its sections, each a way to its first field. */
export function SectionIndex() {
  const { form } = useStore()
  const { t, label } = useFormText()
  const own = useCurrency()
  const blocks = useBlocks()
  const ids = usePart((store) => form.sections.map(({ id }) => id).filter((id) => visibleFields(store, id, { own, blocks }).length > 0),
    sameList)
  if (ids.length < long) return null
  return (
    <nav className="oa-section-index" aria-label={t('sections')}>
      <ul>
        {form.sections.filter(({ id }) => ids.includes(id)).map((section) => (
          <li key={section.id}>
            <button type="button" className="plain" onClick={(event) => goTo(section.id, event)}>{label(section)}</button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Brings a section to the top of the page, and the focus into it. */
function goTo(id: string, { currentTarget }: MouseEvent): void {
  const section = currentTarget.closest('.oa-editor')?.querySelector(`[data-section="${id}"]`)
  section?.scrollIntoView()
  section?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true })
}
