import { text } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { header } from '#plugins/forms/kit.ts'

/** Header fields for a form whose own `endTime` is the end of the journey. */
export function journeyHeader(type: Label) {
  const { endTime: _, ...rest } = header(type)
  return { ...rest, journeyJson }
}

/** Journey for the document picker: JSON with places, times and risks of the legs. */
export const journeyJson = text({ cn: '行程数据', en: 'Journey data', system: true, readOnly: true, max: 60_000 })
