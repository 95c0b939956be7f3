import { memo, Suspense, useId, useState } from 'react'
import { Button } from 'antd'
import { amountFormat, type CurrencyFormat, decimalOf, sumMoney } from '#kernel/values/money.ts'
import type { FieldDefinition, FieldRole, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Label } from '#kernel/wording/label.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isBaseRate } from '#kernel/fields/base-rate.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useShownColumns } from '#shell/detail/content/shown-columns.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { AccountCards, areCards, holdsAccounts } from '../../detail/content/ReadFields.tsx'
import { FieldCell } from '../../resource/renderers.tsx'
import { blockOf, type Blocks, DocumentBlock, hasBlock, useBlocks } from '../../parts/document/slots.tsx'
import { SectionTitle } from '../../parts/SectionTitle.tsx'
import { useIsMobile } from '../../parts/use-media.ts'
import { useRoutes } from '../../routing/routes-context.ts'
import { Field, FieldStar, Remark, spansOf, useCurrency } from './Field.tsx'
import { type FieldGroup, groupsOf, isOnlyRead, repeatedFigures, singleOf, startsWithTitle } from './section-content.ts'
import type { FormStore } from '../store/form-store.ts'
import { sameList, useCell, usePart, useStore } from '../store/use-store.ts'
import { isAmount } from '../table/columns.ts'
import { RowTable } from '../table/RowTable.tsx'
import { useFormText } from '../texts.ts'

/** A percentage of an amount, and its value. */
interface Share {
  readonly name: string
  readonly percent: number
  /** The amount; null while the total is empty. */
  readonly amount: string | null
}

/** The amounts of percentages, rounded half-up to the cent; if they sum to 100 %, the last one takes the remainder. */
export function sharesOf(fields: Fields, names: readonly string[], value: FormValue): readonly Share[] {
  const percents = names.map((name) => ({ name, percent: Number(value[name] ?? 0), of: fields[name]?.shareOf ?? '' }))
    .filter(({ percent }) => percent > 0)
  const isWhole = percents.reduce((sum, { percent }) => sum + percent, 0) === 100
  const shares = percents.map(({ name, percent, of }) => ({ name, percent, amount: partOf(value[of], percent) }))
  const last = shares.at(-1)
  const whole = decimalOf(value[percents[0]?.of ?? ''] as string | null)
  if (!last || !whole || !isWhole) return shares
  const before = sumMoney(shares.slice(0, -1).map(({ amount }) => amount))
  return [...shares.slice(0, -1), { ...last, amount: whole.minus(before).toFixed(2) }]
}

const partOf = (whole: unknown, percent: number): string | null =>
  decimalOf(whole as string | null)?.times(percent).div(100).toFixed(2) ?? null

/** Below percentages of one amount: each amount as a segment of a bar, and the rest. */
function ShareBar({ names }: { names: readonly string[] }) {
  const { form } = useStore()
  const { t, label } = useFormText()
  const own = useCurrency()
  const shares = usePart((store) => sharesOf(form.fields, names, store.value), sameShares)
  const left = 100 - shares.reduce((sum, { percent }) => sum + percent, 0)
  if (shares.length === 0) return null
  return (
    <div className="oa-shares second small line-18">
      <div className="oa-shares-bar flex gap-2" aria-hidden>
        {shares.map(({ name, percent }) => <i key={name} style={{ flexGrow: percent }} />)}
        {left > 0 && <i data-left style={{ flexGrow: left }} />}
      </div>
      <ul className="wrap unlisted flat">
        {shares.map(({ name, percent, amount }) => (
          <li key={name}>
            {shareName(label(form.fields[name] as FieldDefinition))} <span className="num">{percent}%</span>
            {amount !== null && <Money value={amount} currency={own} />}
          </li>
        ))}
        {left !== 0 && <li data-left role="status">{left > 0 ? t('shareLeft', { left }) : t('shareOver', { over: -left })}</li>}
      </ul>
    </div>
  )
}

/** The label of a percentage without its unit, which is shown with the number. */
const shareName = (label: string): string => label.replace(/\s*[（(]?%[）)]?$/, '')

const sameShares = (one: readonly Share[], other: readonly Share[]): boolean => sameList(one.map(textOf), other.map(textOf))

const textOf = ({ name, percent, amount }: Share): string => `${name} ${percent} ${amount}`

interface EnteredRowsProps {
  readonly table: string
  readonly field: FieldDefinition
}

/** An editable table. Complete payee accounts are shown as cards until the user edits them. */
function EnteredRows({ table, field }: EnteredRowsProps) {
  const [isChanging, setIsChanging] = useState(false)
  const isSettled = usePart((store) => isSettledIn(store, table, field))
  const change = () => setIsChanging(true)
  if (isSettled && !isChanging) return <Cards table={table} field={field} onChange={change} />
  // once editing, the table stays, whether rows are complete or not
  return (
    <div className="oa-entered-rows" onFocus={isChanging ? undefined : change}>
      <RowTable table={table} field={field} />
    </div>
  )
}

/** Returns whether a table has payee accounts to be shown as cards: few, and without problems. */
export const isSettledIn = (store: FormStore, table: string, field: FieldDefinition): boolean =>
  store.stateAt(table).visible && areCards(field, rowsAt(store.value, table)) && !isInTheWay(store, table)

const isInTheWay = (store: FormStore, table: string): boolean =>
  store.allProblems().some(({ name, level }) => level === 'block' && (name === table || name.startsWith(`${table}:`)))

function Cards({ table, field, onChange }: EnteredRowsProps & { onChange(): void }) {
  const { t, label } = useFormText()
  const rows = rowsAt({ rows: usePart((store) => store.value[table]) }, 'rows')
  const columns = useShownColumns(table, field.columns, rows)
  const { form } = useStore()
  const shown = Object.fromEntries(
    Object.entries(columns).filter(([column]) => !form.rules.some(({ acceptedBy }) => acceptedBy === column)),
  )
  return (
    <div className="oa-entered-rows" data-cell={table} role="group" aria-label={label(field)}>
      <SectionTitle {...(rows.length > 1 && { count: rows.length })}
        action={<Button type="link" size="small" onClick={onChange}>{t('changeRows')}</Button>}
      >
        {label(field)}
      </SectionTitle>
      <AccountCards table={table} columns={shown} rows={rows} />
    </div>
  )
}

/**
 * The sections of a form in order; sections without visible fields are left out. On a phone, the section whose rows can be filled in from
 * pictures or files comes first.
 */
export const Sections = memo(function Sections() {
  const { form } = useStore()
  const isMobile = useIsMobile()
  const { rowSources = [] } = useRoutes().config
  const sections: readonly { readonly id: string | undefined; readonly label: Label | undefined }[] = form.sections.length > 0
    ? form.sections.map((section) => ({ id: section.id, label: section }))
    : [{ id: undefined, label: undefined }]
  const ordered = isMobile ?
    sections.toSorted((one, other) =>
      Number(isFed(form, other.id, rowSources)) -
      Number(isFed(form, one.id, rowSources))
    ) :
    sections
  return <>{ordered.map(({ id, label }, index) => <FormSection key={id ?? ''} id={id} title={label} isFirst={index === 0} />)}</>
})

/** Returns whether a module has a row source for one of a section's tables. */
const isFed = ({ fields }: Form, id: string | undefined, sources: readonly { readonly of: FieldRole }[]): boolean =>
  Object.values(fields).some(({ section, columns }) =>
    section === id && columns !== undefined &&
    sources.some(({ of }) => keyAs(columns, of) !== undefined)
  )

/** A section; the first one has no title, because it follows the page's. */
function FormSection({ id, title, isFirst }: { id: string | undefined; title: Label | undefined; isFirst: boolean }) {
  const { form } = useStore()
  const { label } = useFormText()
  const own = useCurrency()
  const blocks = useBlocks()
  const names = usePart((current) => visibleFields(current, id, { own, blocks }), sameList)
  if (names.length === 0) return null
  const groups = groupsOf(form.fields, names, { isFigure: isOnlyRead, isInBlock: (field) => blockOf(blocks, field) !== undefined })
  const single = singleOf(form, names, title)
  return (
    <section className="oa-form-section" data-section={id} aria-label={title && label(title)} data-single={single !== undefined}>
      {title && !isFirst && !startsWithTitle(groups) && (
        <SectionTitle>
          {label(title)}
          {single !== undefined && <FieldStar name={single} />}
        </SectionTitle>
      )}
      {groups.map((group) => <GroupView key={group.id} group={group} />)}
    </section>
  )
}

function GroupView({ group: { kind, names } }: { group: FieldGroup }) {
  const { fields } = useStore().form
  const blocks = useBlocks()
  const [name = ''] = names
  const field = fields[name]
  if (!field) return null
  if (kind === 'block') return <DocumentBlock block={blockOf(blocks, field)} part="entry" />
  if (kind === 'table') return holdsAccounts(field) ? <EnteredRows table={name} field={field} /> : <RowTable table={name} field={field} />
  if (kind === 'figures') return <Figures names={names} />
  const [spans, halves] = [spansOf(fields, names, 4), spansOf(fields, names, 2)]
  const shares = names.filter((each) => fields[each]?.shareOf !== undefined)
  return (
    <>
      <div className="oa-grid grid">
        {names.map((each) =>
          fields[each] && <Field key={each} field={fields[each]} cell={{ key: each }} span={spans[each]} half={halves[each]} />
        )}
      </div>
      {shares.length > 1 && <ShareBar names={shares} />}
    </>
  )
}

/** Derived and read-only figures, on a line below the fields that they depend on. */
function Figures({ names }: { names: readonly string[] }) {
  const { form } = useStore()
  const { label } = useFormText()
  return (
    <dl className="oa-figures">
      {names.map((name) =>
        form.fields[name] && (
          <div key={name} data-cell={name}>
            <dt>{label(form.fields[name])}</dt>
            <dd>
              <Figure name={name} field={form.fields[name]} />
            </dd>
          </div>
        )
      )}
    </dl>
  )
}

function Figure({ name, field }: { name: string; field: FieldDefinition }) {
  const store = useStore()
  const { value, problem, mark } = useCell({ key: name })
  const own = useCurrency()
  const id = useId()
  return (
    <>
      <Suspense>
        <FieldCell field={field} value={value} record={store.value} currency={amountFormat(field, own)} />
      </Suspense>
      <Remark id={id} problem={problem} mark={mark} />
    </>
  )
}

/** Key of the document number, which is shown with the page's title. */
const titled = 'businessNo'

/** The visible fields of a section; fields set by the server are shown once they have a value. */
export function visibleFields(store: FormStore, section: string | undefined,
  { own, blocks }: { own: CurrencyFormat; blocks: Blocks }): readonly string[] {
  const { form, value } = store
  const repeated = repeatedFigures(store, own)
  const isSaidElsewhere = (name: string, field: FieldDefinition) => name === titled || repeated.has(name) || isBaseRate(field, value[name])
  return Object.entries(form.fields).filter(([name, field]) => {
    if (field.section !== section || isSaidElsewhere(name, field) || !store.stateAt(name).visible) return false
    const block = blockOf(blocks, field)
    if (block !== undefined) return hasBlock(blocks, block, form.fields, value)
    return isOpen(store, name, field) || !kindOf(field).empty(value[name]) || isAmount(field)
  }).map(([name]) => name)
}

/** Returns whether a field, or one of its columns, is editable. */
export const isOpen = ({ editable }: FormStore, name: string, field: FieldDefinition): boolean =>
  editable(name) || Object.keys(field.columns ?? {}).some((column) => editable(`${name}.${column}`))
