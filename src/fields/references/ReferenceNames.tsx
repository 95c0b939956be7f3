import { useFieldText } from '../text.ts'
import type { CellProps } from '../types.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { NameWaiting } from './NameWaiting.tsx'
import { idsOf, storedName, useIsComing, useReferences } from './use-references.ts'

/** Names that stand in a cell before the rest is counted. */
const shownAtMost = 2

/** The first names of what was chosen, and how many more there are; all of them on hovering. */
export function ReferenceNames({ field, value }: CellProps) {
  const { name, locale } = useFieldText()
  const ids = idsOf(value)
  const records = useReferences(sourceOf(field), ids)
  const isComing = useIsComing(sourceOf(field))
  if (ids.length === 0) return <span className="oa-nothing">—</span>
  if (ids.some((id, index) => isComing(id, records[index]))) return <NameWaiting />
  const names = ids.map((id, index) => name(storedName(records[index], id)))
  const comma = locale === 'cn' ? '、' : ', '
  if (names.length <= shownAtMost + 1) return <>{names.join(comma)}</>
  return (
    <span data-tip={names.join(comma)}>
      {names.slice(0, shownAtMost).join(comma)}
      <span className="oa-nothing num" aria-hidden>{' '}+{names.length - shownAtMost}</span>
      <span className="unseen">{comma}{names.slice(shownAtMost).join(comma)}</span>
    </span>
  )
}
