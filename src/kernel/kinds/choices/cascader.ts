import { z } from 'zod'
import { hasForbidden } from '../families/characters.ts'
import { feelText } from '../from-feel.ts'
import { type Fault, isNothing, type KindMeaning, nothingCell } from '../kind.ts'
import { referenceName, referenceWords } from '../references/reference.ts'

const deepest = 6
const longestCode = 64

/** A path of codes in the tree of areas, from the top. */
export const cascader: KindMeaning = {
  attributes: ['min'],
  ask: 'field.select',
  shape: () => z.array(z.string().meta({ maxLength: longestCode })).meta({ maxItems: deepest }),
  faults: (value) => pathFaults(value as string[]),
  empty: (value) => isNothing(value) || (value as unknown[]).length === 0,
  toFeel: (value) => [...listOf(value)],
  fromFeel: (value) => (Array.isArray(value) ? value.map((part) => feelText(part)).filter((part) => part !== null) : null),
  sqlType: () => 'jsonb',
  searchText: (value, _, facts) => listOf(value).map((code) => referenceWords('cascader', code, facts)).join(' '),
  excelCell: (value, _, view) =>
    isNothing(value) ? nothingCell : { value: listOf(value).map((code) => referenceName('cascader', code, view)).join('/'), format: '@' },
}

function pathFaults(codes: readonly string[]): Fault[] {
  const wrong = codes.some((code) => code === '' || code.length > longestCode || hasForbidden(code, false))
  return wrong || codes.length > deepest ? [{ code: 'field.type' }] : []
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])
