/** `company-cars` in the spellings that its files need. */
export interface Spellings {
  /** company-cars */
  readonly kebab: string
  /** companyCars */
  readonly camel: string
  /** company_cars */
  readonly snake: string
  /** 公司车辆; by default the English name. */
  readonly cn: string
  /** Company cars */
  readonly en: string
}

/** Arguments of a generator. */
export interface GenerationInput {
  readonly name: string | undefined
  /** Chinese name. */
  readonly cn?: string | undefined
}

/** A refusal of the generator before any file is written; the message is its reason in one sentence. */
export class GenerationProblem extends Error {
  override readonly name = 'GenerationProblem'
}

const longest = 40

/** @throws GenerationProblem for a name that is not lower-case words joined by hyphens (or camel case), or that is reserved */
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

/** Validates the Chinese name, since it is inserted into code and expressions. @throws GenerationProblem */
function chinese(cn: string | undefined): string | undefined {
  const text = cn?.trim()
  if (!text) return undefined
  if (!/^[\p{L}\p{N} ()（）·-]{1,30}$/u.test(text))
    throw new GenerationProblem(
      `中文名称最多 30 个字，只能有文字、数字、空格、括号和连字符；收到的是“${text}” / The Chinese name has at most 30 letters, digits, blanks, brackets and hyphens; got “${text}”`,
    )
  return text
}

/** Returns whether a word is reserved, so that it cannot name a constant, table or URL. */
const isReserved = (word: string): boolean => reserved.has(word)

const language =
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super switch this throw
  true try typeof undefined var void while with yield`

/** PostgreSQL's reserved key words, which cannot name tables without quotes. */
const database = `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user
  default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner
  intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order
  outer overlaps placing primary references returning right select session_user similar some symmetric system_user table tablesample then to
  trailing true union unique user using variadic verbose when where window with`

/** Names that the generated files use themselves. */
const files =
  `after all answer approve app before calculated call can chief cn copy data database date define department en expect fields filed
  flow form forms groups header host index initiator integer it locales migrations pages person plugin plugins problems product record rule
  rules server serverPlugins servers sql system task text toggle types value wang web`

/** First segments of URLs that the host serves. */
const addresses = 'api assets budgetservice docs idp oaserver public system workflow ws'

const reserved: ReadonlySet<string> = new Set([language, database, files, addresses].flatMap((words) => words.split(/\s+/)))
