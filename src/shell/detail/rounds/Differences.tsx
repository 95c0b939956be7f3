import { Button, Segmented, Switch } from 'antd'
import { Suspense, useId } from 'react'
import { amountFormat } from '#kernel/values/money.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Edit, Round, RoundDifference } from '#approval/wire/timeline.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { useCurrency } from '#shell/form/sections/Field.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { placeOf, useRounds } from './RoundsProvider.tsx'
import { useRoundsText } from './texts.ts'
import './rounds.css'

interface DifferenceTableProps {
  readonly form: Form
  readonly differences: readonly (RoundDifference | Edit)[]
}

/** Differences with labels; values are rendered by their field kind. */
function DifferenceTable({ form, differences }: DifferenceTableProps) {
  const { t } = useRoundsText()
  const isEdits = differences.some((each) => 'by' in each)
  return (
    <table className="oa-difftable collapsed wide">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
          {isEdits && <th scope="col">{t('who')}</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference, index) => (
          <DifferenceLine key={`${placeOf(difference.field, difference.row)} ${index}`} form={form} difference={difference} />
        ))}
      </tbody>
    </table>
  )
}

function DifferenceLine({ form, difference }: { form: Form; difference: RoundDifference | Edit }) {
  const { t, label } = useRoundsText()
  const field = fieldAt(form.fields, difference.field)
  if (!field) return null
  const isRow = field.kind === 'table'
  const title = isRow
    ? `${label(field)} · ${t(difference.before === null ? 'rowAdded' : 'rowRemoved', { n: difference.rowNumber ?? 0 })}`
    : label(field)
  return (
    <tr>
      <th scope="row">
        {title}
        {!isRow && difference.rowNumber !== undefined && <span className="num">{t('row', { n: difference.rowNumber })}</span>}
      </th>
      <td>
        <Value field={field} value={difference.before} />
      </td>
      <td>
        <Value field={field} value={difference.after} />
      </td>
      {'by' in difference && (
        <td>
          <Person id={difference.by.id} name={difference.by.name} departed={!difference.by.enable} />{' '}
          <time className="num" dateTime={difference.at.replace(' ', 'T')}>{difference.at.slice(5, 16)}</time>
        </td>
      )}
    </tr>
  )
}

interface ValueProps {
  readonly field: FieldDefinition
  readonly value: unknown
}

function Value({ field, value }: ValueProps) {
  const own = useCurrency()
  if (value === null) return <span className="oa-nothing">—</span>
  if (field.kind === 'table') return <RowWords field={field} row={value as FormValue} />
  return (
    <Suspense>
      <FieldCell field={field} value={value} currency={amountFormat(field, own)} />
    </Suspense>
  )
}

/** Maximum number of columns that identify a row. */
const mostColumns = 4

/** An added or removed row, identified by its first values. */
function RowWords({ field, row }: { field: FieldDefinition; row: FormValue }) {
  const own = useCurrency()
  const held = Object.entries(field.columns ?? {}).filter(([column, definition]) =>
    definition.required === true && !kindOf(definition).empty(row[column])
  ).slice(0, mostColumns)
  return (
    <span className="oa-diffrow flex wrap">
      {held.map(([column, definition]) => (
        <Suspense key={column}>
          <FieldCell field={definition} value={row[column]} record={row} currency={amountFormat(definition, own)} />
        </Suspense>
      ))}
    </span>
  )
}

/** A line above the content of a document that was resubmitted or changed by approvers: number of differences, expandable. */
export function Differences() {
  const { t } = useRoundsText()
  const { rounds, shown, hasFailed, isWaiting, retry } = useRounds()
  const round = rounds.find((each) => each.round === shown)
  if (hasFailed)
    return (
      <div className="oa-differences" role="alert">
        {t('failed')} <Button size="small" onClick={retry}>{t('retry')}</Button>
      </div>
    )
  if (isWaiting) return <Place />
  return round && rounds.some(isWorth) && <Line round={round} />
}

/** The number of differences of a round; expands to the list. */
function Line({ round }: { round: Round }) {
  const { t } = useRoundsText()
  const { rounds: all, shown, isOpen, open, close } = useRounds()
  const id = useId()
  const isSame = all.every(({ changes, edits }) => changes.length + edits.length === 0)
  return (
    <section className="oa-differences" aria-labelledby={id}>
      <div className="oa-differences-head row second wrap between">
        <span id={id}>
          <Summary round={round} />
        </span>
        {!isSame && (
          <label className="oa-differences-switch inline-row second gap-8 least-24">
            {t('show')} <span className="unseen">{round.round > 1 ? t('since', { n: round.round - 1 }) : t('editsTitle')}</span>
            <Switch size="small" checked={isOpen} onChange={(isOn) => (isOn ? open(shown) : close())} />
          </label>
        )}
      </div>
      {isOpen && all.length > 1 && (
        <Segmented size="small" aria-label={t('choose')} value={shown} onChange={open}
          options={all.filter(isWorth).map((each) => ({ value: each.round, label: t('round', { n: each.round }) }))} />
      )}
      {isOpen && <RoundContent round={round} />}
    </section>
  )
}

/** Placeholder that reserves the line's height, to avoid a layout shift. */
const Place = () => (
  <div className="oa-differences" aria-hidden>
    <div className="oa-differences-head row second wrap between">
      <span className="oa-differences-switch inline-row second gap-8 least-24" />
    </div>
  </div>
)

const isWorth = ({ round, edits }: Round) => round > 1 || edits.length > 0

function Summary({ round: { round, changes, edits } }: { round: Round }) {
  const { t, locale } = useRoundsText()
  const count = changes.length
  const parts = [
    ...(round > 1 ? [count > 0 ? t('count', { count, n: round - 1 }) : t('same', { n: round - 1 })] : []),
    ...(edits.length > 0 ? [t('edits', { count: edits.length })] : []),
  ]
  return <>{parts.join(locale === 'cn' ? '，' : ', ')}</>
}

function RoundContent({ round: { changes, edits } }: { round: Round }) {
  const { t } = useRoundsText()
  const { form } = useStore()
  return (
    <>
      {changes.length > 0 && <DifferenceTable form={form} differences={changes} />}
      {edits.length > 0 && (
        <>
          <h2 className="oa-differences-title small medium">{t('editsTitle')}</h2>
          <DifferenceTable form={form} differences={edits} />
        </>
      )}
    </>
  )
}
