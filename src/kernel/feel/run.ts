/** Messages of errors in both languages; `{}` is replaced by the detail. */
const texts = {
  syntax: { cn: '表达式有语法错误：{}', en: 'The expression cannot be read: {}' },
  incomplete: { cn: '表达式不完整，末尾缺少内容', en: 'The expression is incomplete: something is missing at its end' },
  tooLong: { cn: '表达式过长：最多 {} 个字符', en: 'The expression is too long: at most {} characters' },
  tooDeep: { cn: '表达式嵌套过深：最多 {} 层', en: 'The expression is nested too deeply: at most {} levels' },
  unsupported: { cn: '不支持：{}', en: 'Not supported: {}' },
  unknownFunction: { cn: '没有函数“{}”', en: 'There is no function “{}”' },
  functionAsValue: { cn: '“{}”是函数，需要带括号调用', en: '“{}” is a function and has to be called' },
  unknownType: { cn: '没有类型“{}”', en: 'There is no type “{}”' },
  reservedKey: { cn: '不允许使用键“{}”', en: 'The key “{}” is not allowed' },
  budget: { cn: '表达式计算量过大', en: 'The expression needs too many evaluation steps' },
  tooLarge: { cn: '列表或文本过大：最多 {}', en: 'A list or text grows too large: at most {}' },
  value: { cn: '无法作为表达式的值：{}', en: 'Not usable as a value of an expression: {}' },
} as const satisfies Record<string, { cn: string; en: string }>

type FeelErrorCode = keyof typeof texts

/**
 * Thrown when an expression is refused or an evaluation is stopped.
 * `from` and `to` are offsets in the source; `text` is the message in both languages.
 */
export class FeelError extends Error {
  override readonly name = 'FeelError'
  readonly code: FeelErrorCode
  readonly from: number
  readonly to: number
  readonly text: { readonly cn: string; readonly en: string }

  constructor(code: FeelErrorCode, detail: string | number = '', span: { from: number; to: number } = { from: 0, to: 0 }) {
    const fill = (text: string): string => text.replace('{}', () => String(detail))
    super(fill(texts[code].en))
    this.code = code
    this.from = span.from
    this.to = span.to
    this.text = { cn: fill(texts[code].cn), en: this.message }
  }
}

/** External facts that an evaluation may read. */
export interface Environment {
  /** The date of `today()`, e.g. `2026-11-20`. */
  readonly today?: string
  /** The time of `now()`, e.g. `2026-11-20T10:00:00+08:00`. */
  readonly now?: string
  /** The label of a dictionary value, for `dict(key, value)`. */
  readonly dict?: (key: string, value: string) => string | null
  /** Lowers the step budget of the evaluation. */
  readonly steps?: number
}

export const longestList = 10_000
const longestText = 1_000_000

/** Step budget of one evaluation. No step takes longer than half a microsecond or so: some 50 ms at most. */
export const stepsOfOneEvaluation = 100_000

/** One evaluation: its environment and its step budget. */
export class FeelRun {
  readonly environment: Environment
  private steps: number

  constructor(environment: Environment = {}) {
    this.environment = environment
    this.steps = Math.min(environment.steps ?? stepsOfOneEvaluation, stepsOfOneEvaluation)
  }

  /** Charges work that grows with the data to the step budget. @throws FeelError when it is used up. */
  spend(steps: number): void {
    this.steps -= steps
    if (this.steps < 0) throw new FeelError('budget')
  }

  /** Charges the comparing or copying of texts, by their length in UTF-16 units. @throws FeelError when the budget is used up. */
  scan(length: number): void {
    this.spend(length >> 5)
  }

  /** Returns the list. @throws FeelError when it has more than 10,000 items. */
  list<T>(items: T[]): T[] {
    this.spend(items.length)
    if (items.length > longestList) throw new FeelError('tooLarge', longestList)
    return items
  }

  /** Returns the text. @throws FeelError when it is longer than a million characters. */
  text(value: string): string {
    this.spend(value.length >> 6)
    if (value.length > longestText) throw new FeelError('tooLarge', longestText)
    return value
  }
}
