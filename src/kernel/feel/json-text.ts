import { FeelError, FeelRun } from './run.ts'
import { deepestValue } from './json.ts'
import { exactText, parseNumber } from './numbers.ts'
import { rangeText } from './text.ts'
import { emptyContext, type FeelContext, FeelRange, type FeelValue, isContext, isList, isNumber, isReservedKey } from './values.ts'

/**
 * Parses JSON text without converting numbers to floats: every digit is kept.
 * @throws FeelError with the position of the fault.
 */
export function readJson(text: string): FeelValue {
  const reader = new JsonReader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

/**
 * Writes a value as JSON text: numbers with all their digits, temporal values and ranges as strings.
 * @throws FeelError when the value is too large.
 */
export function writeJson(value: FeelValue): string {
  return write(value, new FeelRun())
}

const token = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\n]|\\.)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y

interface Token {
  readonly sign: string | undefined
  readonly string: string | undefined
  readonly number: string | undefined
  readonly word: string | undefined
}

const words: Readonly<Record<string, boolean>> = { true: true, false: false }

class JsonReader {
  private readonly text: string
  private position = 0

  constructor(text: string) {
    this.text = text
  }

  value(depth: number, first: Token = this.next()): FeelValue {
    if (depth > deepestValue) throw new FeelError('tooDeep', deepestValue)
    if (first.string !== undefined) return this.string(first.string)
    if (first.number !== undefined) return this.number(first.number)
    if (first.word !== undefined) return words[first.word] ?? null
    return this.nested(first, depth)
  }

  private nested({ sign }: Token, depth: number): FeelValue {
    if (sign === '[') return this.list(depth)
    if (sign === '{') return this.context(depth)
    throw this.unexpected()
  }

  private string(literal: string): string {
    try {
      return JSON.parse(literal) as string
    } catch {
      throw this.unexpected()
    }
  }

  end(): void {
    if (this.text.slice(this.position).trim() !== '') throw this.unexpected()
  }

  private number(digits: string): FeelValue {
    const number = parseNumber(digits)
    if (!number) throw new FeelError('value', digits)
    return number
  }

  private list(depth: number): FeelValue[] {
    const items: FeelValue[] = []
    let token = this.next()
    if (token.sign === ']') return items
    for (;;) {
      items.push(this.value(depth + 1, token))
      if (this.separator(']')) return items
      token = this.next()
    }
  }

  private context(depth: number): FeelContext {
    const context = emptyContext()
    let token = this.next()
    if (token.sign === '}') return context
    for (;;) {
      const key = this.key(token)
      context[key] = this.value(depth + 1)
      if (this.separator('}')) return context
      token = this.next()
    }
  }

  private key(token: Token): string {
    if (token.string === undefined || this.next().sign !== ':') throw this.unexpected()
    const key = this.string(token.string)
    if (isReservedKey(key)) throw new FeelError('reservedKey', key)
    return key
  }

  /** Consumes a separator: true for the end of a list or object, false for a comma. */
  private separator(end: string): boolean {
    const { sign } = this.next()
    if (sign !== end && sign !== ',') throw this.unexpected()
    return sign === end
  }

  private next(): Token {
    token.lastIndex = this.position
    const match = token.exec(this.text)
    if (!match) throw this.unexpected()
    this.position = token.lastIndex
    return { sign: match[1], string: match[2], number: match[3], word: match[4] }
  }

  private unexpected(): FeelError {
    const near = this.text.slice(this.position, this.position + 20) || '…'
    return new FeelError('syntax', near, { from: this.position, to: this.text.length })
  }
}

function write(value: FeelValue, run: FeelRun): string {
  run.spend(1)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (isNumber(value)) return exactText(value)
  if (isList(value)) return run.text(`[${value.map((item) => write(item, run)).join(',')}]`)
  if (isContext(value)) return run.text(`{${entries(value, run).join(',')}}`)
  return JSON.stringify(value instanceof FeelRange ? rangeText(value, run) : value.toString())
}

function entries(value: FeelContext, run: FeelRun): string[] {
  return Object.keys(value).map((key) => `${JSON.stringify(key)}:${write(value[key] ?? null, run)}`)
}
