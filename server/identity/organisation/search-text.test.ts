import { expect, it } from 'vitest'
import { containing, pinyinOf } from './search-text.ts'

it.each([
  ['王伟/Wei Wang', 'wangwei ww'],
  ['吕布/Bu Lv', 'lvbu lb'],
  ['SMT 车间/SMT workshop', 'smtchejian scj'],
  ['Nguyen An', 'nguyenan n'],
])('%s is found by pinyin', (name, text) => expect(pinyinOf(name)).toBe(text))

it('takes signs of a pattern literally', () => expect(containing(' 50%_\\ ')).toBe('%50\\%\\_\\\\%'))
