import { amountFormat, type CurrencyFormat } from '#kernel/values/currency-format.ts'
import { memo, Suspense, useId } from 'react'
import type { FieldDefinition, FieldRole } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Label } from '#kernel/wording/label.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { holdsAccounts } from '../../detail/content/AccountCards.tsx'
import { FieldCell } from '../../resource/renderers.tsx'
import { blockOf, type Blocks, hasBlock, useBlocks } from '../../parts/document/blocks.ts'
import { DocumentBlock } from '../../parts/document/DocumentBlock.tsx'
import { SectionTitle } from '../../parts/SectionTitle.tsx'
import { useIsMobile } from '../../parts/use-media.ts'
import { useRoutes } from '../../routing/routes-context.ts'
import { Field, FieldStar, Remark, useCurrency } from './Field.tsx'
import { isBaseRate } from '#kernel/fields/base-rate.ts'
import { ShareBar } from './ShareBar.tsx'
import { repeatedFigures } from './repeated-figures.ts'
import { groupsOf, startsWithTitle, singleOf, isOnlyRead, type FieldGroup } from './groups.ts'
import { spansOf } from './spans.ts'
import type { FormStore } from '../store/form-store.ts'
import { sameList, useCell, usePart, useStore } from '../store/use-store.ts'
import { isAmount } from '../table/columns.ts'
import { EnteredRows } from '../table/EnteredRows.tsx'
import { RowTable } from '../table/RowTable.tsx'
import { useFormText } from '../text.ts'

/**
 * The sections of a form in their order; one without visible fields is left out. On a phone the section whose rows come from pictures or
 * files stands first: people begin there with the camera.
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

/** Returns whether a module has a source for the rows of one of a section's tables. */
const isFed = ({ fields }: Form, id: string | undefined, sources: readonly { readonly of: FieldRole }[]): boolean =>
  Object.values(fields).some(({ section, columns }) =>
    section === id && columns !== undefined &&
    sources.some(({ of }) => keyAs(columns, of) !== undefined)
  )

/** The first stands below the title of the page and needs none of its own. */
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
      <div className="oa-grid">
        {names.map((each) =>
          fields[each] && <Field key={each} field={fields[each]} cell={{ key: each }} span={spans[each]} half={halves[each]} />
        )}
      </div>
      {shares.length > 1 && <ShareBar names={shares} />}
    </>
  )
}

/** Derived figures and what is only read, in a line below what they rest on. */
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

/** The number stands beside the page's title. */
const titled = 'businessNo'

/** Fields of a section that a person sees now: what only the server fills in is shown once there is something. */
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

/** Returns whether something of a field may be written here. */
export const isOpen = ({ editable }: FormStore, name: string, field: FieldDefinition): boolean =>
  editable(name) || Object.keys(field.columns ?? {}).some((column) => editable(`${name}.${column}`))
