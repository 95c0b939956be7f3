import type { CurrencyFormat } from '#kernel/values/currency-format.ts'
import { Popover } from 'antd'
import { Suspense } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useMark } from './RoundsProvider.tsx'
import type { FieldChange } from './rounds.ts'
import { useRoundsText } from './text.ts'
import './rounds.css'

interface ChangeMarkProps {
  /** Path: `title`, or `items.amount` with the row's id. */
  readonly path: string
  readonly row?: string
  readonly field: FieldDefinition
  readonly currency?: CurrencyFormat
}

/** Prevents a line break between the value and the dot. */
const wordJoiner = '\u2060'

/** A dot after a changed value; on hover and focus it shows the previous value and who changed it. */
export function ChangeMark({ path, row, field, currency }: ChangeMarkProps) {
  const { t } = useRoundsText()
  const mark = useMark(path, row)
  if (!mark) return null
  return (
    <>
      {wordJoiner}
      <Popover trigger={['hover', 'focus']} placement="top" content={<Before mark={mark} field={field} currency={currency} />}>
        <button type="button" className="plain oa-change-mark" data-edited={mark.edits.length > 0 || undefined} aria-label={t('changed')} />
      </Popover>
    </>
  )
}

function Before(
  { mark: { change, edits }, field, currency }: { mark: FieldChange; field: FieldDefinition; currency: CurrencyFormat | undefined },
) {
  const { t, name } = useRoundsText()
  return (
    <dl className="oa-change-before">
      {change && (
        <div>
          <dt>{t('previous')}</dt>
          <dd>
            <Suspense>
              <FieldCell field={field} value={change.before} currency={currency} />
            </Suspense>
          </dd>
        </div>
      )}
      {edits.map((edit) => (
        <div key={edit.at}>
          <dt>
            {t('editedBy', { name: name(edit.by.name) })}
            <time className="num" dateTime={edit.at.replace(' ', 'T')}>{edit.at.slice(5, 16)}</time>
          </dt>
          <dd>
            <Suspense>
              <FieldCell field={field} value={edit.before} currency={currency} />
            </Suspense>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The mark of a row that was added since the previous round. */
export function RowMark({ table, row }: { table: string; row: string | undefined }) {
  const { t } = useRoundsText()
  const mark = useMark(table, row)
  return mark?.change && mark.change.before === null ? <Pill tone="accent">{t('newRow')}</Pill> : null
}
