import type { Label } from './label.ts'

/** The name of a class of characters: in Chinese, English singular and plural. */
type Sign = readonly [cn: string, one: string, many: string]

const ranges: Readonly<Record<string, Sign>> = {
  'A-Z': ['大写字母', 'capital letter', 'capital letters'],
  'a-z': ['小写字母', 'small letter', 'small letters'],
  '0-9': ['数字', 'digit', 'digits'],
  '\\d': ['数字', 'digit', 'digits'],
  '一-龥': ['汉字', 'Chinese character', 'Chinese characters'],
}

const signs: Readonly<Record<string, Sign>> = {
  '-': ['连字符', 'hyphen', 'hyphens'],
  _: ['下划线', 'underscore', 'underscores'],
  '.': ['点', 'dot', 'dots'],
  '/': ['斜杠', 'slash', 'slashes'],
  '(': ['括号', 'bracket', 'brackets'],
  ')': ['括号', 'bracket', 'brackets'],
}

const letters: Sign = ['字母', 'letter', 'letters']

const part = String.raw`(\[[^\]^]+\]|\\d)`
const counted = new RegExp(String.raw`^${part}(?:\{(\d+)(?:,(\d+))?\})?$`)
const following = new RegExp(String.raw`${part}(\?|\{\d+(?:,\d+)?\})?`, 'g')
const repeated = new RegExp(String.raw`^${part}\+$`)
const beginning = new RegExp(String.raw`^${part}${part}\*$`)

/** Describes the format of a simple regular expression (“10 digits”); undefined if it is too complex. */
export function patternWords(pattern: string): Label | undefined {
  const content = /^\^\(?([^()]+|[^()]*\[[^\]]+\][^()]*)\)?\$$/.exec(pattern)?.[1]
  const ways = content?.split('|').map(wayOf) ?? []
  const known = ways.filter((words) => words !== undefined)
  if (known.length === 0 || known.length < ways.length) return undefined
  return { cn: known.map(({ cn }) => cn).join('或 '), en: known.map(({ en }) => en).join(' or ') }
}

const wayOf = (alternative: string): Label | undefined =>
  begunWay(alternative) ?? repeatedWay(alternative) ?? countedWay(alternative) ?? followedWay(alternative)

/** Describes a sequence of character classes with counts, e.g. of a licence plate. */
function followedWay(alternative: string): Label | undefined {
  const parts = [...alternative.matchAll(following)]
  if (parts.length < 2 || parts.map(([text]) => text).join('') !== alternative) return undefined
  const words = parts.map(([text]) => (text.endsWith('?') ? optional(text.slice(0, -1)) : countedWay(text)))
  const known = words.filter((label) => label !== undefined)
  if (known.length < words.length) return undefined
  return { cn: known.map(({ cn }) => cn).join('，再加 '), en: known.map(({ en }) => en).join(', then ') }
}

function optional(allowed: string): Label | undefined {
  const found = signsOf(allowed)
  return found && { cn: `可选的 1 位${listed(found).cn}`, en: `an optional ${listed(found).one}` }
}

function begunWay(alternative: string): Label | undefined {
  const [, first = '', whole = ''] = beginning.exec(alternative) ?? []
  return begun(signsOf(first), signsOf(whole))
}

function repeatedWay(alternative: string): Label | undefined {
  const found = signsOf(repeated.exec(alternative)?.[1] ?? '')
  return found && { cn: listed(found).cn, en: listed(found).many }
}

function countedWay(alternative: string): Label | undefined {
  const [, allowed = '', least = '1', most] = counted.exec(alternative) ?? []
  const found = signsOf(allowed)
  return found && several(found, least, most)
}

function several(found: readonly Sign[], least: string, most: string | undefined): Label {
  const isOne = least === '1' && most === undefined
  return { cn: `${most === undefined ? least : `${least} 至 ${most}`} 位${listed(found).cn}`,
    en: `${most === undefined ? least : `${least} to ${most}`} ${isOne ? listed(found).one : listed(found).many}` }
}

function begun(first: readonly Sign[] | undefined, whole: readonly Sign[] | undefined): Label | undefined {
  if (!first || !whole) return undefined
  return { cn: `${listed(whole).cn}，以${listed(first).cn}开头`, en: `${listed(whole).many}, beginning with a ${listed(first).one}` }
}

const listed = (found: readonly Sign[]) => ({
  cn: found.map(([cn]) => cn).join('、').replace(/、([^、]*)$/, '或$1'),
  one: joined(found.map(([, one]) => one)),
  many: joined(found.map(([, , many]) => many)),
})

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The names of the characters in a class such as `[A-Z0-9-]`; undefined if it contains unnamed ones. */
function signsOf(allowed: string): readonly Sign[] | undefined {
  const inner = allowed.startsWith('[') ? allowed.slice(1, -1) : allowed
  const tokens: readonly string[] = inner.replaceAll('\\u4e00-\\u9fa5', '一-龥').match(/A-Z|a-z|0-9|一-龥|\\d|\\.|./g) ?? []
  if (tokens.length === 0) return undefined
  const known = tokens.map((token) => ranges[token] ?? signs[token.replace('\\', '')])
  if (known.some((sign) => sign === undefined)) return undefined
  const isAnyLetter = tokens.includes('A-Z') && tokens.includes('a-z')
  const distinct = known.filter((sign) => sign !== undefined).map((sign) =>
    isAnyLetter && (sign === ranges['A-Z'] || sign === ranges['a-z']) ? letters : sign
  )
  return [...new Map(distinct.map((sign) => [sign[0], sign])).values()]
}
