import { text } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { header } from '#plugins/forms/mixins/header.ts'

/** The fields of every document, of a form whose own end time is when the journey ends. */
export function journeyHeader(type: Label) {
  const { endTime: _, ...rest } = header(type)
  return { ...rest, journeyJson }
}

/** The journey of the document, for a person who chooses among documents: JSON with the places, times and risks of its legs. */
export const journeyJson = text({ cn: '行程数据', en: 'Journey data', system: true, readOnly: true, max: 60_000 })
