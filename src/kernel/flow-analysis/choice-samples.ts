import type { Label } from '../wording/label.ts'
import type { SampleRequest, Sample } from './sample.ts'
import { mostValues } from './sample.ts'
import { another, same } from './words.ts'

const other = '…'
const anotherText: Sample = { value: other, words: another }

/** Every option or value of the dictionary, those that are asked for first, and one that an administrator may add. */
export function choiceSamples(question: SampleRequest): readonly Sample[] {
  const { field: { options, freeText }, compared: { texts } } = question
  const items = itemsOf(question)
  if (!items) return textSamples(question)
  const known = items.map(({ value, cn, en }): Sample => ({ value, words: labelled(value, { cn, en }) }))
  const sorted = [...known.filter(({ value }) => texts.has(String(value))), ...known.filter(({ value }) => !texts.has(String(value)))]
  const free = freeText ? [...texts].filter((text) => !items.some(({ value }) => value === text)).map(spelled) : []
  return [...sorted.slice(0, Math.max(mostValues, texts.size)), ...free, ...(options ? [] : [anotherText])]
}

/** The texts that are asked for, and another one. */
export const textSamples = ({ compared: { texts } }: SampleRequest): readonly Sample[] => [...[...texts].map(spelled), anotherText]

const itemsOf = ({ field: { options, dict }, dictionaries }: SampleRequest) =>
  options ?? (dict === undefined ? undefined : dictionaries(dict))

const spelled = (text: string): Sample => ({ value: text, words: { cn: `“${text}”`, en: `“${text}”` } })

const labelled = (value: string, { cn, en }: Label): Label =>
  cn === value ? same(value) : { cn: `${value}（${cn}）`, en: `${value} (${en})` }
