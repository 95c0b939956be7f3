import type { ComponentType } from 'react'
import type { FieldDefinition, HostKind } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { calculatedRenderer, checkboxRenderer, switchRenderer } from './calculated.tsx'
import { renderer as cascader } from './cascader/renderer.tsx'
import { multiselectRenderer, radioRenderer, selectRenderer } from './choices/renderers.tsx'
import { dateRangeRenderer, dateRenderer, dateTimeRenderer, timeRenderer } from './moments/family.tsx'
import { componentNamed, drawnKind } from './module-components.ts'
import { plaintextRenderer, textareaRenderer, textRenderer, titleRenderer } from './texts/family.tsx'
import { integerRenderer, moneyRenderer, numberRenderer, percentRenderer } from './numbers/renderers.tsx'
import { ReferenceFilter, referenceListRenderer, referenceRenderer } from './references/family.tsx'
import type { CellProps, FieldRegistry, FieldRenderer, FilterProps, InputProps, KindComponents } from './types.ts'
import { DocumentLinkCell } from './documentLink/DocumentLinkCell.tsx'

/** Lazy chunk: the picker includes the expression evaluator, which lists do not need. */
const Input = lazyPage(async () => (await import('./documentLink/DocumentLinkInput.tsx')).DocumentLinkInput)

const renderer: FieldRenderer = { Input, Cell: DocumentLinkCell, Filter: ReferenceFilter }

/** The components of a field: its own `components`, else those of its kind. */
export function partsOf({ kind, components }: Pick<FieldDefinition, 'kind' | 'components'>): KindComponents {
  const drawn = fieldRenderers[kind as HostKind] ?? partsOfModuleKind(kind)
  if (!components) return drawn
  const [Input, Cell] = [componentNamed(components.input)?.Input, componentNamed(components.cell)?.Cell]
  return { ...drawn, ...(Input && { Input }), ...(Cell && { Cell }) }
}

/** The components of a module's kind; missing ones are those of the kind in `drawnAs`. */
function partsOfModuleKind(key: string): KindComponents {
  const { kind: _kind, drawnAs = 'text', ...parts } = drawnKind(key) ?? {}
  return { ...fieldRenderers[drawnAs], ...parts }
}

/** The renderers of the framework's kinds; large and rare ones are lazy chunks. */
const fieldRenderers: FieldRegistry = {
  text: textRenderer,
  textarea: textareaRenderer,
  number: numberRenderer,
  integer: integerRenderer,
  money: moneyRenderer,
  percent: percentRenderer,
  date: dateRenderer,
  datetime: dateTimeRenderer,
  time: timeRenderer,
  daterange: dateRangeRenderer,
  select: selectRenderer,
  multiselect: multiselectRenderer,
  radio: radioRenderer,
  checkbox: checkboxRenderer,
  switch: switchRenderer,
  person: referenceRenderer,
  people: referenceListRenderer,
  department: referenceRenderer,
  reference: referenceRenderer,
  currency: referenceRenderer,
  process: referenceRenderer,
  documentLink: renderer,
  calculated: calculatedRenderer,
  title: titleRenderer,
  plaintext: plaintextRenderer,
  cascader,
  attachment: later(async () => (await import('./files/renderer.tsx')).attachmentRenderer),
  richtext: later(async () => (await import('./richtext/renderer.tsx')).renderer),
  rate: later(async () => (await import('./rate.tsx')).rateRenderer),
  table: later(async () => (await import('./table/renderer.tsx')).tableRenderer(partsOf)),
}

function later(load: () => Promise<FieldRenderer>) {
  const part = <Props>(pick: (renderer: FieldRenderer) => ComponentType<Props> | undefined) =>
    lazyPage(async () => pick(await load()) ?? Nothing)
  return { Input: part<InputProps>(({ Input }) => Input), Cell: part<CellProps>(({ Cell }) => Cell),
    Filter: part<FilterProps>(({ Filter }) => Filter) }
}

const Nothing = () => null

/**
 * Loads the lazy chunks of all fields of a form, so that it renders at once. Tables are skipped: the pages render them themselves.
 */
export async function loadParts({ fields }: Form, part: 'Input' | 'Cell'): Promise<void> {
  const entries = Object.values(fields).flatMap((field) => [field, ...Object.values(field.columns ?? {})])
  const drawn = new Set(entries.filter(({ kind }) => kind !== 'table').map((field) => partsOf(field)[part]))
  await Promise.all([...drawn].map((each) => ('load' in each ? each.load() : undefined)))
}
