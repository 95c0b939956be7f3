import type { ComponentType } from 'react'
import { lazyPage } from '#shell/routing/chunks.ts'
import { renderer as calculated } from './calculated/renderer.tsx'
import { renderer as cascader } from './cascader/renderer.tsx'
import { renderer as checkbox } from './checkbox/renderer.ts'
import { renderer as currency } from './currency/renderer.ts'
import { renderer as date } from './date/renderer.ts'
import { renderer as daterange } from './daterange/renderer.ts'
import { renderer as datetime } from './datetime/renderer.ts'
import { renderer as department } from './department/renderer.ts'
import { renderer as documentLink } from './documentLink/renderer.ts'
import { renderer as integer } from './integer/renderer.tsx'
import { renderer as money } from './money/renderer.tsx'
import { renderer as multiselect } from './multiselect/renderer.tsx'
import { renderer as number } from './number/renderer.tsx'
import { renderer as people } from './people/renderer.ts'
import { renderer as percent } from './percent/renderer.tsx'
import { renderer as person } from './person/renderer.ts'
import { renderer as plaintext } from './plaintext/renderer.tsx'
import { renderer as radio } from './radio/renderer.ts'
import { renderer as process } from './process/renderer.ts'
import { renderer as reference } from './reference/renderer.ts'
import { renderer as select } from './select/renderer.tsx'
import { renderer as toggle } from './switch/renderer.ts'
import { renderer as text } from './text/renderer.ts'
import { renderer as textarea } from './textarea/renderer.ts'
import { renderer as time } from './time/renderer.ts'
import { renderer as title } from './title/renderer.tsx'
import type { CellProps, FieldRenderer, FieldRegistry, FilterProps, InputProps } from './types.ts'

/** Every kind's renderer; the heavy and rare ones are chunks of their own. */
export const fieldRenderers: FieldRegistry = {
  text,
  textarea,
  number,
  integer,
  money,
  percent,
  date,
  datetime,
  time,
  daterange,
  select,
  multiselect,
  radio,
  checkbox,
  switch: toggle,
  person,
  people,
  department,
  reference,
  currency,
  process,
  documentLink,
  calculated,
  title,
  plaintext,
  cascader,
  attachment: later(async () => (await import('./attachment/renderer.tsx')).renderer),
  richtext: later(async () => (await import('./richtext/renderer.tsx')).renderer),
  rate: later(async () => (await import('./rate/renderer.tsx')).renderer),
  table: later(async () => (await import('./table/renderer.tsx')).renderer),
}

function later(load: () => Promise<FieldRenderer>) {
  const part = <Props>(pick: (renderer: FieldRenderer) => ComponentType<Props> | undefined) =>
    lazyPage(async () => pick(await load()) ?? Nothing)
  return { Input: part<InputProps>(({ Input }) => Input), Cell: part<CellProps>(({ Cell }) => Cell),
    Filter: part<FilterProps>(({ Filter }) => Filter) }
}

const Nothing = () => null
