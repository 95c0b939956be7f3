import { expect, it } from 'vitest'
import { containing, folded, personSearchText, pinyinOf } from './search-text.ts'

it.each([
  ['王伟/Wei Wang', 'wangwei ww'],
  ['吕布/Bu Lv', 'lvbu lb'],
  ['SMT 车间/SMT workshop', 'smtchejian scj'],
  ['Nguyen An', 'nguyenan n'],
  ['单位/Unit', 'danwei dw'],
  ['行长/President', 'hangzhang hz'],
  ['仇池/Qiu', 'chouchi cc'],
  ['Công ty Đại Việt/Dai Viet', 'congtydaiviet c cong ty dai viet'],
])('%s is found by pinyin', (name, text) => expect(pinyinOf(name)).toBe(text))

it('takes signs of a pattern literally', () => expect(containing(' 50%_\\ ')).toBe('%50\\%\\_\\\\%'))

it.each([
  ['曾小红/Xiaohong Zeng', ['zengxiaohong', 'zxh', 'cengxiaohong', 'cxh']],
  ['单丹/Dan Shan', ['shandan', 'sd', 'dandan']],
  ['仇英/Ying Qiu', ['qiuying', 'chouying']],
  ['解放/Fang Xie', ['xiefang', 'jiefang']],
  ['查良/Liang Zha', ['zhaliang', 'chaliang']],
  ['区大/Da Ou', ['ouda', 'quda']],
  ['朴树/Shu Piao', ['piaoshu', 'pushu']],
  ['尉迟恭/Gong Yuchi', ['yuchigong', 'weichigong']],
  ['万俟雅/Ya Moqi', ['moqiya', 'wansiya']],
  ['阿卜杜·热合曼/Abdu Rahman', ['阿卜杜热合曼', 'abudu', 'abdu rahman']],
  ['阮文安/Nguyễn Văn Đăng', ['nguyen van dang']],
])('%s is found by the surname’s reading, the common one, and without marks', (name, texts) => {
  const text = personSearchText(name)
  expect(texts.filter((part) => !text.includes(part))).toEqual([])
  expect(text.startsWith(texts[0]!) || !/^[a-z]+$/.test(texts[0]!)).toBe(true)
})

it.each([['Nguyễn', 'nguyen'], ['ĐẶNG', 'dang'], ['阿卜杜•热合曼', '阿卜杜热合曼'], ['阿卜杜・热合曼', '阿卜杜热合曼'], ['パ', 'パ'], [
  'Müller',
  'muller',
]])(
  '%s is compared as %s',
  (text, plain) => expect(folded(text)).toBe(plain),
)
