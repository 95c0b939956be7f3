import { expect, it } from 'vitest'
import { bilingual, composeName, cutSentence, fullName, isNameHalf, nameOf, sentenceOf, spokenMessage, splitName } from './names.ts'

it.each([
  ['王伟/Wei Wang', '王伟', 'Wei Wang'],
  ['王伟', '王伟', '王伟'],
  ['王伟/', '王伟', '王伟'],
  ['/Wei', 'Wei', 'Wei'],
  ['A/B/C', 'A', 'B/C'],
  ['  王伟 / Wei Wang ', '王伟', 'Wei Wang'],
  ['王伟/  ', '王伟', '王伟'],
  ['/', '', ''],
  ['', '', ''],
  [null, '', ''],
  [undefined, '', ''],
])('shows %j as %j and %j', (name, cn, en) => {
  expect(nameOf(name, 'cn')).toBe(cn)
  expect(nameOf(name, 'en')).toBe(en)
  expect(splitName(name)).toEqual({ cn, en })
})

it('keeps one path per language for a full name', () => {
  const stored = fullName(['集团/Group', '制造部/Production'])
  expect(stored).toBe('集团-制造部/Group-Production')
  expect(nameOf(stored, 'cn')).toBe('集团-制造部')
  expect(nameOf(stored, 'en')).toBe('Group-Production')
  expect(fullName(['集团', '研发/R&D/Lab'])).toBe('集团-研发/集团-R&D/Lab')
  expect(fullName(['集团', '财务部'])).toBe('集团-财务部')
  expect(fullName([])).toBe('')
})

it('composes two boxes and refuses a slash in either', () => {
  expect(composeName({ cn: ' 王伟 ', en: 'Wei Wang' })).toBe('王伟/Wei Wang')
  expect(composeName({ cn: '王伟', en: '' })).toBe('王伟')
  expect(composeName({ cn: '', en: 'Wei' })).toBe('Wei')
  expect(() => composeName({ cn: 'A/B', en: 'C' })).toThrow(RangeError)
  expect(() => composeName({ cn: 'A', en: 'B/C' })).toThrow(RangeError)
  expect(isNameHalf('A/B')).toBe(false)
  expect(isNameHalf('A／B')).toBe(true)
})

it('keeps a label whole through a message, even with a slash in its Chinese half', () => {
  const parameter = bilingual({ cn: '起/止里程', en: 'Start / End mileage' })
  expect(nameOf(parameter, 'cn')).toBe('起／止里程')
  expect(nameOf(parameter, 'en')).toBe('Start / End mileage')
})

it('encodes a message of another system whole, or by its languages', () => {
  const english = spokenMessage('Period 2026/11 is closed')
  expect([nameOf(english, 'cn'), nameOf(english, 'en')]).toEqual(['Period 2026／11 is closed', 'Period 2026/11 is closed'])
  expect(nameOf(spokenMessage('账期未开/Period 2026/11 is closed'), 'en')).toBe('Period 2026/11 is closed')
})

it.each([
  ['记账期间已关闭/The posting period is closed', '记账期间已关闭', 'The posting period is closed'],
  ['凭证 100/2026 已过账/Document 100/2026 posted', '凭证 100/2026 已过账', 'Document 100/2026 posted'],
  ['供应商 V100 已冻结 / Vendor V100 is blocked\nAsk accounting', '供应商 V100 已冻结', 'Vendor V100 is blocked\nAsk accounting'],
  ['Document 5105/2026 posted', 'Document 5105/2026 posted', 'Document 5105/2026 posted'],
  ['凭证 100/2026 已过账', '凭证 100/2026 已过账', '凭证 100/2026 已过账'],
  ['凭证 100/2026', '凭证 100/2026', '凭证 100/2026'],
])('shows what another system said, %j, as %j and %j', (said, cn, en) => {
  expect(sentenceOf(said, 'cn')).toBe(cn)
  expect(sentenceOf(said, 'en')).toBe(en)
})

it('looks for the border of a sentence once, however long it is', () => {
  const [long, almost] = ['a'.repeat(200_000), `中/${'1'.repeat(200_000)}`]
  expect(sentenceOf(`中/${long}中`, 'en')).toBe(`中/${long}中`)
  expect(sentenceOf(`${'中/'.repeat(100_000)}${long}`, 'en')).toBe(long)
  expect(sentenceOf(almost, 'cn')).toBe(almost)
})

it.each([
  ['新增1/1 added', 20, '新增1/1 added'],
  ['李四已停用，王五已停用/Si Li is disabled, Wu Wang is disabled', 30, '李四已停用，王五已停用/Si Li is disabled…'],
  ['李四已停用，王五已停用/Si Li is disabled, Wu Wang is disabled', 17, '李四已停用，王…/Si Li i…'],
  ['no Chinese at all', 10, 'no Chinese'],
])('cuts %j to %i characters of which each language keeps its beginning', (text, longest, cut) => {
  expect(cutSentence(text, longest)).toBe(cut)
  expect(cut.length).toBeLessThanOrEqual(longest)
})
