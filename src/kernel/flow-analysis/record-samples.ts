import { Num } from '../feel/numbers.ts'
import type { FeelContext, FeelValue } from '../feel/values.ts'
import { emptyContext } from '../feel/values.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { ComparedValues } from './compared-values.ts'
import { combinations } from './combinations.ts'
import type { Sample } from './sample.ts'
import { equals, listed, nothing, same } from './words.ts'

const names = [...'ABCDEFGH']

/**
 * Made-up records of a kind with the attributes that conditions read. At least two, and shared by all fields, so that two fields can hold
 * equal or different records.
 */
export function recordSamples(kind: RecordKind, compared: ComparedValues): readonly Sample[] {
  const { ids, attributes } = partsOf(compared)
  const lists = attributes.map(([, of]) => attributeSamples(of))
  const { choices } = combinations(lists.map(({ length }) => length), names.length)
  const variants = choices.length > 1 ? choices : [...choices, ...choices]
  const made = variants.map((choice, index) =>
    recordOf({ id: names[index] ?? '', kind, attributes, values: choice.map((entry, place) => lists[place]?.[entry]) })
  )
  const first = variants[0] ?? []
  const asId = ids.map((id) => recordOf({ id, kind, attributes, values: first.map((entry, place) => lists[place]?.[entry]) }))
  return [...asId, ...made]
}

/** Separates ids, i.e. texts that a record is compared with, from its other attributes. */
function partsOf(compared: ComparedValues): { ids: readonly string[]; attributes: readonly (readonly [string, ComparedValues])[] } {
  const attributes = [...compared.below].filter(([name]) => name !== 'id')
  return { ids: [...(compared.below.get('id')?.texts ?? [])], attributes }
}

/** Sample values of an attribute. Its type is inferred from the literals that it is compared with; boolean without any. */
function attributeSamples({ numbers, texts, absent }: ComparedValues): readonly (FeelValue | undefined)[] {
  const counted = [...numbers].flatMap((number) => [new Num(number).minus(1), new Num(number), new Num(number).plus(1)])
  const spelled = texts.size > 0 ? [...texts, '…'] : []
  const known = counted.length + spelled.length > 0 ? [...spelled, ...counted] : [true, false]
  return absent.size > 0 ? [...known, null] : known
}

interface SampleRecord {
  readonly id: string
  readonly kind: RecordKind
  readonly attributes: readonly (readonly [string, ComparedValues])[]
  readonly values: readonly (FeelValue | undefined)[]
}

function recordOf({ id, kind, attributes, values }: SampleRecord): Sample {
  const context: FeelContext = Object.assign(emptyContext(), { id, name: `${kind} ${id}` })
  const phrases = attributes.map(([name], place) => {
    context[name] = values[place] ?? null
    return equals(same(name), valueWords(values[place]))
  })
  return { value: context, words: phrases.length === 0 ? same(id) : listed([same(id), listed(phrases)], { cn: '：', en: ': ' }) }
}

const valueWords = (value: FeelValue | undefined) => value === null || value === undefined ? nothing : same(String(value))
