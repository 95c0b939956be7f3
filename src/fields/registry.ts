import { lazy, type ComponentType } from 'react'
import { drawing as calculated } from './calculated/drawing.tsx'
import { drawing as checkbox } from './checkbox/drawing.ts'
import { drawing as currency } from './currency/drawing.ts'
import { drawing as date } from './date/drawing.ts'
import { drawing as daterange } from './daterange/drawing.ts'
import { drawing as datetime } from './datetime/drawing.ts'
import { drawing as department } from './department/drawing.ts'
import { drawing as documentLink } from './documentLink/drawing.ts'
import { drawing as integer } from './integer/drawing.tsx'
import { drawing as money } from './money/drawing.tsx'
import { drawing as multiselect } from './multiselect/drawing.tsx'
import { drawing as number } from './number/drawing.tsx'
import { drawing as people } from './people/drawing.ts'
import { drawing as percent } from './percent/drawing.tsx'
import { drawing as person } from './person/drawing.ts'
import { drawing as plaintext } from './plaintext/drawing.tsx'
import { drawing as radio } from './radio/drawing.ts'
import { drawing as process } from './process/drawing.ts'
import { drawing as reference } from './reference/drawing.ts'
import { drawing as select } from './select/drawing.tsx'
import { drawing as toggle } from './switch/drawing.ts'
import { drawing as text } from './text/drawing.ts'
import { drawing as textarea } from './textarea/drawing.ts'
import { drawing as time } from './time/drawing.ts'
import { drawing as title } from './title/drawing.tsx'
import type { CellProps, FieldRenderer, FieldRegistry, FilterProps, InputProps } from './types.ts'

/** Every kind's drawing; the heavy and rare ones are chunks of their own. */
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
  cascader: later(async () => (await import('./cascader/drawing.tsx')).drawing),
  attachment: later(async () => (await import('./attachment/drawing.tsx')).drawing),
  richtext: later(async () => (await import('./richtext/drawing.tsx')).drawing),
  rate: later(async () => (await import('./rate/drawing.tsx')).drawing),
  table: later(async () => (await import('./table/drawing.tsx')).drawing),
}

function later(load: () => Promise<FieldRenderer>) {
  const part = <Props>(pick: (drawing: FieldRenderer) => ComponentType<Props> | undefined) => lazy(async () => ({ default: pick(await load()) ?? Nothing }))
  return { Input: part<InputProps>(({ Input }) => Input), Cell: part<CellProps>(({ Cell }) => Cell), Filter: part<FilterProps>(({ Filter }) => Filter) }
}

const Nothing = () => null
