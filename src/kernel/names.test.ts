import { expect, it } from 'vitest'
import { bilingual, composeName, fullName, isNameHalf, nameOf, splitName } from './names.ts'

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
