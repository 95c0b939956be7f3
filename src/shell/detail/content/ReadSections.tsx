import { Suspense, useState } from 'react'
import { amountFormat, type CurrencyFormat } from '#kernel/values/money.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Section } from '#kernel/form.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isBaseRate } from '#kernel/fields/base-rate.ts'
import { Field, FieldStar, useCurrency } from '#shell/form/sections/Field.tsx'
import { type FieldGroup, groupsOf, repeatedFigures, singleOf, startsWithTitle } from '#shell/form/sections/section-content.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart, useStore } from '#shell/form/store/use-store.ts'
import { blockOf, type Blocks, DocumentBlock, hasBlock, useBlocks } from '#shell/parts/document/slots.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { isOpen, isSettledIn } from '#shell/form/sections/Sections.tsx'
import { RowTable } from '#shell/form/table/RowTable.tsx'
import { AccountNumber } from '../accounts/AccountNumber.tsx'
import { fileStrip } from '../actions/files.ts'
import { ChangeMark } from '../rounds/RoundsProvider.tsx'
import { useDetailText } from '../texts.ts'
import { ReadTable } from './ReadTable.tsx'

/** Fields shown in the page's header. */
const inHeader: ReadonlySet<string> = new Set(['title', 'businessNo', 'applicant'])

/**
 * The sections of a document, read-only; editable fields are inputs at their places. `hasStrip`: files are shown in a row above.
 */
export function ReadSections({ hasStrip = false }: { hasStrip?: boolean }) {
  const { form } = useStore()
  return <>{form.sections.map((section) => <ReadSection key={section.id} section={section} hasStrip={hasStrip} />)}</>
}

function ReadSection({ section, hasStrip }: { section: Section; hasStrip: boolean }) {
  const { form } = useStore()
  const { label } = useDetailText()
  const own = useCurrency()
  const blocks = useBlocks()
  const names = usePart((store) => shownFields(store, section.id, { own, hasStrip, blocks }), sameList)
  if (names.length === 0) return null
  const groups = groupsOf(form.fields, names, { isFigure: noFigure, isInBlock: (field) => blockOf(blocks, field) !== undefined })
  const single = singleOf(form, names, section)
  return (
    <section className="oa-form-section" aria-label={label(section)} data-single={single !== undefined}>
      {!startsWithTitle(groups) && (
        <SectionTitle>
          {label(section)}
          {single !== undefined && <FieldStar name={single} />}
        </SectionTitle>
      )}
      {groups.map((group) => <ReadGroup key={group.id} group={group} single={single} />)}
    </section>
  )
}

/** In read-only mode, derived figures are not grouped separately, which would leave gaps. */
const noFigure = () => false

function ReadGroup({ group: { kind, names }, single }: { group: FieldGroup; single: string | undefined }) {
  const store = useStore()
  const { form, editable } = store
  const blocks = useBlocks()
  const [name = ''] = names
  const field = form.fields[name]
  if (!field) return null
  if (kind === 'block') {
    return (
      <div data-field={names.join(' ')}>
        <DocumentBlock block={blockOf(blocks, field)} part="reading" />
      </div>
    )
  }
  if (kind === 'table') return <ReadRows table={name} field={field} />
  return (
    <div className="oa-grid oa-read grid">
      {names.map((each) =>
        form.fields[each] && (editable(each)
          ? <Field key={each} field={form.fields[each]} cell={{ key: each }} />
          : <ReadField key={each} name={each} field={form.fields[each]} isNamed={each === single} />)
      )}
    </div>
  )
}

/** A value below its label; the label is hidden if it equals the section's title. An empty value is a dash. */
function ReadField({ name, field, isNamed: isSaid }: { name: string; field: FieldDefinition; isNamed: boolean }) {
  const { label } = useDetailText()
  const value = usePart((store) => store.value[name])
  const own = useCurrency()
  const record = useStore().value
  const currency = amountFormat(field, own)
  return (
    <div className="oa-read-field narrow" data-field={name} data-span={field.span === 4 || field.kind === 'attachment' ? 4 : undefined}>
      <span className={isSaid ? 'unseen' : 'oa-field-label'}>{label(field)}</span>
      <div>
        {field.masked && isMaskedText(value) ?
          <AccountNumber masked={value} field={name} /> :
          (
            <Suspense fallback={<span className="oa-nothing">—</span>}>
              <FieldCell field={field} value={value} record={record} currency={currency} />
            </Suspense>
          )}
        <ChangeMark path={name} field={field} currency={currency} />
      </div>
    </div>
  )
}

/**
 * The visible fields of a section. Empty if none of them has a value (or only a "no"); fields shown in the row of files are left out.
 */
function shownFields(store: FormStore, section: string,
  { own, hasStrip, blocks }: { own: CurrencyFormat; hasStrip: boolean; blocks: Blocks }): readonly string[] {
  const { form, value } = store
  const repeated = repeatedFigures(store, own, form.amount)
  const inStrip = hasStrip ? fileStrip(form.fields, value, store.editable).field : undefined
  const isSaidElsewhere = (name: string, field: FieldDefinition) =>
    inHeader.has(name) || name === inStrip || repeated.has(name) || isBaseRate(field, value[name])
  const candidates = Object.entries(form.fields).filter(([name, field]) =>
    field.section === section && !isSaidElsewhere(name, field) && field.as !== 'explanations' && store.stateAt(name).visible &&
    isWorthShowing(store, name, { field, blocks })
  )
  const isAlive = candidates.some(([name, field]) =>
    store.editable(name) || !(kindOf(field).empty(value[name]) || isNo(field, value[name]))
  )
  return isAlive ? candidates.map(([name]) => name) : []
}

/** Returns whether a yes-or-no question is answered with no. */
const isNo = ({ kind, options = [] }: FieldDefinition, value: unknown): boolean =>
  kind === 'radio' && value === '0' && options.length === 2 && options.every((option) => option.value === '0' || option.value === '1')

function isWorthShowing(store: FormStore, name: string, { field, blocks }: { field: FieldDefinition; blocks: Blocks }): boolean {
  const block = blockOf(blocks, field)
  if (block !== undefined) return hasBlock(blocks, block, store.form.fields, store.value)
  if (store.editable(name)) return true
  return !kindOf(field).empty(store.value[name]) || isSaidWhenEmpty(field, store.value[name])
}

/** Returns whether a field is shown although it is empty, or a switch that is off. */
function isSaidWhenEmpty(field: FieldDefinition, value: unknown): boolean {
  const { kind, system, readOnly, visible } = field
  if (system === true || readOnly === true) return false
  return kind === 'switch' ? value === false : !kindOf(field).isQuietWhenEmpty && visible === undefined
}

interface ReadRowsProps {
  readonly table: string
  readonly field: FieldDefinition
}

/** A table: read-only, or editable if the reader may edit it; payee accounts stay cards until the reader chooses to edit them. */
function ReadRows({ table, field }: ReadRowsProps) {
  const store = useStore()
  const [isChanging, setIsChanging] = useState(false)
  const isSettled = usePart((current) => isSettledIn(current, table, field))
  if (!isOpen(store, table, field)) return <ReadTable table={table} field={field} />
  return isSettled && !isChanging
    ? <ReadTable table={table} field={field} onChange={() => setIsChanging(true)} />
    : <RowTable table={table} field={field} />
}
