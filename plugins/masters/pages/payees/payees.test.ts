import { expect, it } from 'vitest'
import { isDoubtful, masked } from './PayeesSection.tsx'

it.each([
  ['a card whose sum is wrong', { currencyType: 'CNY', proceedsAccountType: '2', proceedsAccount: '6222 0212 3456 7890' }, true],
  ['a card that passes the sum', { currencyType: 'CNY', proceedsAccountType: '2', proceedsAccount: '4111 1111 1111 1111' }, false],
  ['a corporate account', { currencyType: 'CNY', proceedsAccountType: '1', proceedsAccount: '12345678' }, false],
  ['a foreign account', { currencyType: 'USD', proceedsAccountType: '2', proceedsAccount: '12345678' }, false],
])('asks about %s: %s', (_, account, isAsked) => {
  expect(isDoubtful(account)).toBe(isAsked)
})

it('shows the last four digits', () => {
  expect(masked('6222021234567890')).toBe('•••• 7890')
})
