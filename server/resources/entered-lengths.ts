import { Refused } from '#kernel/errors.ts'
import { lengthOf } from '#kernel/kinds/families/characters.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Resource } from '#kernel/resource.ts'
import type { RecordStep } from './rules.ts'

interface LengthLimits {
  readonly fields: Resource['fields']
  /** Most characters by field. */
  readonly most: Readonly<Record<string, number>>
  /** Locale key of the sentence; `label` and `n` are its blanks. */
  readonly code?: string
}

/**
 * Keeps what is entered to limits that are narrower than the column: a longer text from before them stays as long as
 * nobody changes it.
 * @throws Refused at the fields
 */
export function demandEnteredLengths({ value, before }: Pick<RecordStep, 'value' | 'before'>,
  { fields, most, code = 'field.tooLong' }: LengthLimits): void {
  const wrong = Object.entries(most).flatMap(([field, n]) => {
    const text = value[field]
    const isNew = typeof text === 'string' && text !== before?.[field]
    return isNew && lengthOf(text) > n
      ? [{ field, code, parameters: { label: bilingual(fields[field] ?? { cn: field, en: field }), n } }]
      : []
  })
  const [first] = wrong
  if (first) throw new Refused(first.code, first.parameters, wrong)
}
