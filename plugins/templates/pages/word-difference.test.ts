import { describe, expect, it } from 'vitest'
import { textDifference } from './WordingsDialog.tsx'

const shown = (before: string, after: string) =>
  textDifference(before, after).map(({ kind, text }) => ({ same: text, gone: `[-${text}]`, new: `[+${text}]` })[kind]).join('')

describe('what differs between two texts', () => {
  it.each([
    ['', '', ''],
    ['一样', '一样', '一样'],
    ['', '新', '[+新]'],
    ['旧', '', '[-旧]'],
    ['{u}提交的{p}', '{u}提交了{p}', '{u}提交[-的][+了]{p}'],
    ['{p} {no} awaits you', '{p} awaits your decision', '{p} [-{no} ]awaits [-you][+your decision]'],
    ['待您审批', '请您尽快审批', '[-待][+请]您[+尽快]审批'],
  ])('“%s” and “%s”: %s', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected)
  })
})
