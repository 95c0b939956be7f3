import { Refused } from '#kernel/errors.ts'
import { lengthOf } from '#kernel/kinds/families/characters.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Resource } from '#kernel/resource.ts'
import type { RecordStep } from './rules.ts'

interface LengthLimits {
  readonly fields: Resource['fields']
  /** Maximum number of characters by field. */
  readonly most: Readonly<Record<string, number>>
  /** Locale key of the message, with the parameters `label` and `n`. */
  readonly code?: string
}

/**
 * Limits entered texts to fewer characters than the column has; a longer stored text is accepted while unchanged.
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
