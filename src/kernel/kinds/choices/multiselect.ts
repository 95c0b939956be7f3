import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import { choiceFaults, choiceShape, choiceText, choiceWords, inDictionary } from '../families/choice-family.ts'
import { feelText } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'
import { countFaults, idListKind } from '../families/list-family.ts'

const counting = { defaultMax: 100, tooMany: 'field.tooMany', tooFew: 'field.tooFew' }

const attributes = ['dict', 'options', 'max', 'of', 'filter'] as const

/** Several distinct options, or several distinct records of the kind in `of`. */
export const multiselect: KindMeaning = {
  attributes,
  ask: 'field.select',
  shape: (field) => meaningOf(field).shape(field),
  faults: (value, field) => meaningOf(field).faults(value, field),
  factFaults: (value, field, facts) => meaningOf(field).factFaults?.(value, field, facts) ?? [],
  empty: (value) => isNothing(value) || (value as unknown[]).length === 0,
  toFeel: (value, field, facts) => meaningOf(field).toFeel(value, field, facts),
  fromFeel: (value, field) => meaningOf(field).fromFeel(value, field),
  sqlType: () => 'jsonb',
  searchText: (value, field, facts) => meaningOf(field).searchText(value, field, facts),
  excelCell: (value, field, view) => meaningOf(field).excelCell(value, field, view),
}

const ofOptions: Pick<KindMeaning, 'shape' | 'faults' | 'factFaults' | 'toFeel' | 'fromFeel' | 'searchText' | 'excelCell'> = {
  shape: () => z.array(choiceShape).meta({ uniqueItems: true }),
  faults: (value, field) => faultsOf(value as string[], field),
  factFaults: (value, field, facts) =>
    (value as string[]).flatMap((entry, index): Fault[] =>
      inDictionary(entry, field, facts) ? [] : [{ code: 'field.option', path: [index], limit: true }]
    ),
  toFeel: (value) => [...listOf(value)],
  fromFeel: (value) => textsOf(value),
  searchText: (value, field, facts) => listOf(value).map((entry) => choiceWords(entry, field, facts)).join(' '),
  excelCell: (value, field, view) =>
    isNothing(value) ? nothingCell : { value: listOf(value).map((entry) => choiceText(entry, field, view)).join('; '), format: '@' },
}

const ofRecords = idListKind({ attributes, ...counting })

const meaningOf = ({ of: kind }: FieldDefinition): typeof ofOptions => (kind === undefined ? ofOptions : ofRecords)

function faultsOf(values: readonly string[], field: FieldDefinition): Fault[] {
  const each = values.flatMap((value, index) =>
    value === '' ? [{ code: 'field.option', path: [index] }] : choiceFaults(value, field).map((fault) => ({ ...fault, path: [index] }))
  )
  const repeated = new Set(values).size < values.length ? [{ code: 'field.repeated' }] : []
  return [...each, ...repeated, ...countFaults(values.length, field, counting)]
}

function textsOf(value: FeelValue): string[] | null {
  if (value === null) return null
  return (Array.isArray(value) ? value : [value]).map((entry) => feelText(entry)).filter((entry) => entry !== null)
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])
