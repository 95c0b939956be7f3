import type { FeelContext } from '../feel/values.ts'
import { emptyContext } from '../feel/values.ts'
import type { FieldDefinition } from '../fields.ts'
import type { Label } from '../wording/label.ts'
import type { ComparedValues } from './compared-values.ts'
import { combinations } from './combinations.ts'
import type { SampleRequest, Sample } from './sample.ts'
import { emptySample, mostValues } from './sample.ts'
import { equals, listed, nothing } from './words.ts'

/** The empty list, each single entry, and the first three together. */
export function listSamples(entries: readonly Sample[]): readonly Sample[] {
  const several = entries.slice(0, 3)
  return [
    emptySample([], nothing),
    ...entries.map(({ value, words }): Sample => ({ value: [value], words })),
    ...(several.length > 1
      ? [{ value: several.map(({ value }) => value), words: listed(several.map(({ words }) => words), { cn: '、', en: ' and ' }) }]
      : []),
  ]
}

/** Tables with no row, one row, and two different rows, limited to the columns that are read. */
export function tableSamples(question: SampleRequest, samplesOf: (question: SampleRequest) => readonly Sample[]): readonly Sample[] {
  const columns = columnsOf(question.field, question.compared)
  const lists = columns.map(({ field, compared }) => samplesOf({ ...question, field, compared }))
  const { choices } = combinations(lists.map(({ length }) => length), mostValues)
  const rows = choices.map((choice) => rowOf(columns, choice.map((entry, place) => lists[place]?.[entry])))
  const tables = [...rows.map((row) => [row]), ...rows.map((row, index) => [row, rows[(index + 1) % rows.length] ?? row])]
  const isRequired = question.field.required === true || (question.field.min ?? 0) > 0
  return [...(isRequired ? [] : [emptySample([], { cn: '没有行', en: 'no rows' })]), ...tables.map(tableOf)]
}

interface SampledColumn {
  readonly key: string
  readonly field: FieldDefinition
  readonly compared: ComparedValues
}

const columnsOf = ({ columns = {} }: FieldDefinition, { below }: ComparedValues): readonly SampledColumn[] =>
  [...below].flatMap(([key, compared]) => {
    const field = Object.hasOwn(columns, key) ? columns[key] : undefined
    return field ? [{ key, field, compared }] : []
  })

function rowOf(columns: readonly SampledColumn[], samples: readonly (Sample | undefined)[]): Sample {
  const context: FeelContext = emptyContext()
  const words = columns.flatMap(({ key, field }, place): Label[] => {
    const sample = samples[place]
    context[key] = sample?.value ?? null
    return sample ? [equals(field, sample.words)] : []
  })
  const isEmpty = samples.some((sample) => sample?.empty)
  return { value: context, words: listed(words), ...(isEmpty && { empty: true as const }) }
}

function tableOf(rows: readonly Sample[]): Sample {
  const listing = listed(
    rows.map(({ words }, index): Label => ({ cn: `第${index + 1}行 ${words.cn}`.trim(), en: `row ${index + 1} ${words.en}`.trim() })),
    { cn: '；', en: '; ' },
  )
  const isEmpty = rows.some(({ empty }) => empty)
  return { value: rows.map(({ value }) => value), words: { cn: `（${listing.cn}）`, en: `(${listing.en})` },
    ...(isEmpty && { empty: true as const }) }
}
