import type { ComponentType } from 'react'
import { lazyPage } from '#shell/routing/chunks.ts'
import { checkboxRenderer, switchRenderer } from './booleans.tsx'
import { calculatedRenderer } from './calculated.tsx'
import { renderer as cascader } from './cascader/renderer.tsx'
import { multiselectRenderer } from './choices/multiselect.tsx'
import { radioRenderer, selectRenderer } from './choices/renderers.tsx'
import { renderer as documentLink } from './documentLink/renderer.ts'
import { dateRangeRenderer, dateRenderer, dateTimeRenderer, timeRenderer } from './moments/family.tsx'
import { plaintextRenderer, titleRenderer } from './notes.tsx'
import { integerRenderer, moneyRenderer, numberRenderer, percentRenderer } from './numbers/renderers.tsx'
import { referenceListRenderer, referenceRenderer } from './references/family.tsx'
import { textareaRenderer, textRenderer } from './texts/family.tsx'
import type { CellProps, FieldRenderer, FieldRegistry, FilterProps, InputProps } from './types.ts'

/** Every kind's renderer; the heavy and rare ones are chunks of their own. */
export const fieldRenderers: FieldRegistry = {
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
  documentLink,
  calculated: calculatedRenderer,
  title: titleRenderer,
  plaintext: plaintextRenderer,
  cascader,
  attachment: later(async () => (await import('./files/renderer.tsx')).attachmentRenderer),
  richtext: later(async () => (await import('./richtext/renderer.tsx')).renderer),
  rate: later(async () => (await import('./rate.tsx')).rateRenderer),
  table: later(async () => (await import('./table/renderer.tsx')).tableRenderer(fieldRenderers)),
}

function later(load: () => Promise<FieldRenderer>) {
  const part = <Props>(pick: (renderer: FieldRenderer) => ComponentType<Props> | undefined) =>
    lazyPage(async () => pick(await load()) ?? Nothing)
  return { Input: part<InputProps>(({ Input }) => Input), Cell: part<CellProps>(({ Cell }) => Cell),
    Filter: part<FilterProps>(({ Filter }) => Filter) }
}

const Nothing = () => null
