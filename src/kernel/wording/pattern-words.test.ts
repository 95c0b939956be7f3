import { expect, it } from 'vitest'
import { patterns } from '../values/patterns.ts'
import { patternWords } from './pattern-words.ts'

it.each([
  ['^\\d{10}$', '10 位数字', '10 digits'],
  ['^[A-Z]{3}$', '3 位大写字母', '3 capital letters'],
  ['^[A-Z0-9]$', '1 位大写字母或数字', '1 capital letter or digit'],
  ['^\\d{8,20}$', '8 至 20 位数字', '8 to 20 digits'],
  ['^[A-Za-z0-9._-]{3,40}$', '3 至 40 位字母、数字、点、下划线或连字符', '3 to 40 letters, digits, dots, underscores or hyphens'],
  ['^[A-Za-z0-9\\-/()]{3,40}$', '3 至 40 位字母、数字、连字符、斜杠或括号', '3 to 40 letters, digits, hyphens, slashes or brackets'],
  ['^[a-z]+$', '小写字母', 'small letters'],
  ['^[A-Z0-9][A-Z0-9-]*$', '大写字母、数字或连字符，以大写字母或数字开头',
    'capital letters, digits or hyphens, beginning with a capital letter or digit'],
  ['^(\\d{10}|\\d{12})$', '10 位数字或 12 位数字', '10 digits or 12 digits'],
  ['^[一-龥]?[A-Z0-9]{4,10}$', '可选的 1 位汉字，再加 4 至 10 位大写字母或数字',
    'an optional Chinese character, then 4 to 10 capital letters or digits'],
  ['^[\\u4e00-\\u9fa5][A-Z]\\d{5}$', '1 位汉字，再加 1 位大写字母，再加 5 位数字',
    '1 Chinese character, then 1 capital letter, then 5 digits'],
])('says %s in words', (pattern, cn, en) => expect(patternWords(pattern)).toEqual({ cn, en }))

it.each([patterns.email, patterns.phone, '^[0-9A-HJ-NPQRTUWXY]{18}$', '^20[0-9]{2}-(0[1-9]|1[0-2])$', '^https?://[^\\s]+$', '^[^\\s]{3}$',
  '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$', '^(\\d{8}|\\d{20})(,(\\d{8}|\\d{20}))*$', '\\d', '^[^a]+$', ''])(
    'has no words for %s',
    (pattern) => expect(patternWords(pattern)).toBeUndefined(),
  )
