import type { Label } from '../../../../src/kernel/label.ts'
import { header } from '../../mixins/header.ts'

/** What every document carries, of a form whose own end time is when the journey ends. */
export function journeyHeader(type: Label) {
  const { endTime: _, ...rest } = header(type)
  return rest
}
