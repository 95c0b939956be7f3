import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { type Label, listed, type Locale } from '#kernel/wording/label.ts'
import { bilingual, splitName } from '#kernel/wording/names.ts'
import type { FeelValue } from '#kernel/feel/values.ts'
import { hasForbidden, lengthOf } from './texts.ts'
import { feelBoolean, feelText } from './from-feel.ts'
import { type DisplayContext, type Fault, isNothing, type KindMeaning, nothingCell } from './kind.ts'
import { countFaults, idListKind } from './references.ts'

/** Maximum length of a choice's value, in characters; free text of such a field included. */
const longestChoice = 100

/** Kinds whose value is one option. */
export function choiceKind(attributes: KindMeaning['attributes']): KindMeaning {
  return {
    attributes,
    ask: 'field.select',
    shape: () => choiceShape,
    faults: (value, field) => choiceFaults(value as string, field),
    factFaults: (value, field, facts) => inDictionary(value as string, field, facts) ? [] : [{ code: 'field.option', limit: true }],
    empty: (value) => isNothing(value) || value === '',
    toFeel: (value) => (typeof value === 'string' && value !== '' ? value : null),
    fromFeel: (value) => feelText(value),
    sqlType: () => `varchar(${longestChoice})`,
    searchText: (value, field, facts) => (isNothing(value) ? '' : choiceWords(value as string, field, facts)),
    excelCell: (value, field, view) => isNothing(value) ? nothingCell : { value: choiceText(value as string, field, view), format: '@' },
  }
}

const choiceShape = z.string().meta({ maxLength: longestChoice })

/** Checks a chosen value: no forbidden character, at most 100 characters, an option of the field. */
function choiceFaults(value: string, field: FieldDefinition): Fault[] {
  if (hasForbidden(value, false)) return [{ code: 'field.characters' }]
  if (lengthOf(value) > longestChoice) return [{ code: 'field.tooLong', parameters: { n: longestChoice } }]
  if (value === '' || isOption(value, field)) return []
  return [{ code: 'field.options', parameters: { choices: bilingual(listed(field.options ?? [])) }, limit: true }]
}

type Dictionary = Pick<FormFacts, 'dict'>

/** The label of a chosen value: from the field's options, else from its dictionary, else the value itself. */
function choiceLabel(value: string, field: FieldDefinition, facts: Dictionary): Label {
  const option = field.options?.find((candidate) => candidate.value === value)
  return option ?? splitName((field.dict !== undefined && facts.dict?.(field.dict, value)) || value)
}

/** The search words of a chosen value: its label in both languages. */
function choiceWords(value: string, field: FieldDefinition, facts: Dictionary): string {
  const { cn, en } = choiceLabel(value, field, facts)
  return cn === en ? cn : `${cn} ${en}`
}

/** The label of a chosen value in one language; the value itself where it has none. */
const choiceText = (value: string, field: FieldDefinition, view: { locale: Locale; facts: Dictionary }): string =>
  choiceLabel(value, field, view.facts)[view.locale]

/** Returns whether a value is an option of the field; true for a field without options, which `inDictionary` checks. */
const isOption = (value: string, field: FieldDefinition): boolean =>
  field.freeText === true || field.options === undefined || field.options.some((option) => option.value === value)

/** Returns whether the field's dictionary offers the value; true if the dictionary is unknown or free text is allowed. */
function inDictionary(value: string, { dict, excludes = [], freeText }: FieldDefinition, facts: Dictionary): boolean {
  if (freeText === true || dict === undefined) return true
  return !excludes.includes(value) && (facts.dict === undefined || facts.dict(dict, value) !== null)
}

/** Kinds with a boolean value; null counts as false. With `ask`, a required field has to be true. */
export function booleanKind(ask: KindMeaning['ask']): KindMeaning {
  return {
    attributes: [],
    ask,
    shape: () => z.boolean(),
    faults: () => [],
    empty: (value) => value !== true,
    toFeel: (value) => value === true,
    fromFeel: (value) => feelBoolean(value),
    sqlType: () => 'boolean',
    searchText: () => '',
    excelCell: (value, _, view) => ({ value: yesOrNo(value === true, view) }),
  }
}

/** The words for true and false in the reader's language. */
export const yesOrNo = (yes: boolean, { locale }: DisplayContext): string => (locale === 'cn' ? (yes ? '是' : '否') : yes ? 'Yes' : 'No')

const counting = { defaultMax: 100, tooMany: 'field.tooMany', tooFew: 'field.tooFew' }

const attributes = ['dict', 'excludes', 'options', 'max', 'of', 'filter', 'freeText'] as const

/** Most tags of a field with free entry, and characters of one. */
const [mostTags, longestTag] = [10, 20] as const

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
  const long = field.freeText ? values.flatMap((value, index) => tagFaults(value, index)) : []
  const repeated = new Set(values).size < values.length ? [{ code: 'field.repeated' }] : []
  return [...each, ...long, ...repeated,
    ...countFaults(values.length, field, field.freeText ? { ...counting, defaultMax: mostTags } : counting)]
}

const tagFaults = (value: string, index: number): Fault[] =>
  lengthOf(value) > longestTag ? [{ code: 'field.tooLong', parameters: { n: longestTag }, path: [index] }] : []

function textsOf(value: FeelValue): string[] | null {
  if (value === null) return null
  return (Array.isArray(value) ? value : [value]).map((entry) => feelText(entry)).filter((entry) => entry !== null)
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])
