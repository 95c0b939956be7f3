import { isReserved } from './reserved-words.ts'

/** `company-cars` in the spellings that its files need. */
export interface Spellings {
  /** company-cars */
  readonly kebab: string
  /** companyCars */
  readonly camel: string
  /** company_cars */
  readonly snake: string
  /** 公司车辆, or the English name where none was given. */
  readonly cn: string
  /** Company cars */
  readonly en: string
}

/** The arguments of a person on the command line. */
export interface GenerationInput {
  readonly name: string | undefined
  /** Chinese name. */
  readonly cn?: string | undefined
}

/** Nothing is written; the message is one sentence that says why. */
export class GenerationProblem extends Error {
  override readonly name = 'GenerationProblem'
}

const longest = 40

/** @throws GenerationProblem for a name that is not lower-case words joined by hyphens (or camel case), or that the languages reserve */
export function namesOf({ name = '', cn }: GenerationInput): Spellings {
  const words = wordsOf(name)
  const [kebab, camel, snake] = [words.join('-'), camelOf(words), words.join('_')]
  if (isReserved(camel) || isReserved(snake))
    throw new GenerationProblem(
      `${name} 在代码、SQL 或地址中另有含义，请加一个词，如 ${kebab}-records / ${name} already means something in code, SQL or an address: add a word, such as ${kebab}-records`,
    )
  const en = capital(words.join(' '))
  return { kebab, camel, snake, cn: chinese(cn) ?? en, en }
}

function wordsOf(name: string): string[] {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  if (name.length <= longest && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(words)) return words.split('-')
  throw new GenerationProblem(
    `名称须为用连字符连接的小写单词，不超过 ${longest} 个字符，如 company-cars；收到的是“${name}” / Give a name of lower-case words joined by hyphens, at most ${longest} characters, such as company-cars; got “${name}”`,
  )
}

const camelOf = (words: readonly string[]) => words.map((word, index) => (index === 0 ? word : capital(word))).join('')
/** A word with its first letter in upper case. */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** It becomes part of code and of expressions, and its first slash would end it. */
function chinese(cn: string | undefined): string | undefined {
  const text = cn?.trim()
  if (!text) return undefined
  if (!/^[\p{L}\p{N} ()（）·-]{1,30}$/u.test(text))
    throw new GenerationProblem(
      `中文名称最多 30 个字，只能有文字、数字、空格、括号和连字符；收到的是“${text}” / The Chinese name has at most 30 letters, digits, blanks, brackets and hyphens; got “${text}”`,
    )
  return text
}
