import { expect, it } from 'vitest'
import { dueDay } from './reports.ts'

it.each([
  ['daily', '2026-11-20', '2026-11-20'],
  ['weekly', '2026-11-20', '2026-11-16'],
  ['weekly', '2026-11-16', '2026-11-16'],
  ['weekly', '2026-11-22', '2026-11-16'],
  ['monthly', '2026-11-20', '2026-11-01'],
] as const)('a %s report was last due, on %s, on %s', (frequency, today, day) => expect(dueDay(frequency, today)).toBe(day))
