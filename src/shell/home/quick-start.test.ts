import { expect, it } from 'vitest'
import { quickStart } from './quick-start.ts'

const tile = (businessType: string, lastStarted: string | null = null) => ({ businessType, name: businessType, nameEn: businessType,
  lastStarted })
const group = (...items: ReturnType<typeof tile>[]) => ({ groupName: '', groupNameEn: '', items })
const shown = (groups: Parameters<typeof quickStart>[0], ...starred: string[]) =>
  quickStart(groups, new Set(starred)).map(({ businessType }) => businessType)

it('what is starred comes first, then what was filed lately, each once', () => {
  const groups = [group(tile('claim', '2026-11-01 09:00:00'), tile('trip')),
    group(tile('taxi', '2026-11-20 09:00:00'), tile('car', '2026-11-10 09:00:00'))]
  expect(shown(groups)).toEqual(['taxi', 'car', 'claim'])
  expect(shown(groups, 'trip', 'car')).toEqual(['trip', 'car', 'taxi', 'claim'])
})

it('what may not be started any more is not offered, and no more than two rows are', () => {
  expect(shown([group(tile('claim'))], 'gone', 'claim')).toEqual(['claim'])
  const many = Array.from({ length: 12 }, (_, number) => tile(`type-${number}`, `2026-11-01 09:00:${10 + number}`))
  expect(shown([group(...many)])).toHaveLength(8)
})
