import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile, FeelDate, FeelError, type FeelValue, fromJson, toJson } from './feel.ts'
import { readJson, writeJson } from './json-text.ts'
import { Num } from './numbers.ts'
import { fromEpochDay, toEpochDay } from './temporal/date.ts'

const pieces = [
  '1',
  '2.5',
  '-3',
  '"a"',
  '"😀"',
  'true',
  'null',
  'a',
  'b c',
  'items',
  'items.x',
  'item',
  '?',
  '@"2026-11-20"',
  '@"P1D"',
  '@"P1Y"',
  ' + ',
  ' - ',
  ' * ',
  ' / ',
  ' ** ',
  ' = ',
  ' != ',
  ' < ',
  ' >= ',
  ' and ',
  ' or ',
  ' in ',
  ' between ',
  ' instance of ',
  ' if ',
  ' then ',
  ' else ',
  ' some x in ',
  ' every x in ',
  ' satisfies ',
  'not(',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ', ',
  ': ',
  '..',
  '.',
  'sum(',
  'min(',
  'date(',
  'string(',
  'substring(',
  'list contains(',
  'flatten(',
  'context put(',
  'overlap(',
  'days(',
  'for x in ',
  ' return ',
  'function(x) ',
  '/*',
  '*/',
  '//',
  '\n',
  'number',
  'list<',
  '>',
  '\\',
  '"',
]

const context = { a: 5, 'b c': 'text', items: [{ x: 1 }, { x: null }, 3, [4]] }

/** Describes an outcome that is neither a value nor a FeelError with a position in the source; undefined if it is one of them. */
function fault(source: string): unknown {
  try {
    toJson(compile(source, { names: ['a', 'b c', 'items'] }).evaluate(fromJson(context) as never, { today: '2026-11-20' }))
  } catch (error) {
    return error instanceof FeelError && error.from <= error.to ? undefined : error
  }
  return undefined
}

function sound(source: string): void {
  expect(fault(source)).toBeUndefined()
}

describe('any input', () => {
  it('is evaluated or refused', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => sound(parts.join(''))), { numRuns: 3000 })
  })

  it('is refused when it is noise', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), sound), { numRuns: 500 })
  })

  it('ends when one piece is repeated', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 700 }),
        (piece, times) => sound(piece.repeat(times).slice(0, 4000))),
      {
        numRuns: 150,
      },
    )
  })
})

const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -20, max: 5 }))
  .map(([digits, exponent]) => `${digits}e${exponent}`)

describe('decimals', () => {
  it.each([
    ['+', 'plus'],
    ['-', 'minus'],
    ['*', 'times'],
    ['/', 'div'],
  ] as const)('%s agrees with decimal.js', (operator, method) => {
    fc.assert(fc.property(decimal, decimal, (left, right) => {
      fc.pre(operator !== '/' || Number(right) !== 0)
      const value = compile(`a ${operator} b`).evaluate({ a: new Num(left), b: new Num(right) })
      expect(String(value)).toBe(new Num(left)[method](right).toString())
    }))
  })

  it('are written and read without losing a digit', () => {
    fc.assert(fc.property(decimal, (digits) => {
      const value = new Num(digits)
      expect(String(readJson(writeJson(value)))).toBe(value.toString())
      expect(String(compile(`number("${value.toFixed()}")`).evaluate({}))).toBe(value.toString())
    }))
  })

  it('leave a remainder of floor division', () => {
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(fc.property(whole, whole.filter((divisor) => divisor !== 0), (dividend, divisor) => {
      const expected = dividend - divisor * Math.floor(dividend / divisor)
      expect(toJson(compile('modulo(a, b)').evaluate({ a: new Num(dividend), b: new Num(divisor) }))).toBe(expected + 0)
    }))
  })
})

describe('dates', () => {
  const day = fc.integer({ min: -4_000_000, max: 4_000_000 })

  it('count days both ways', () => {
    fc.assert(fc.property(day, (epochDay) => {
      const { year, month, day } = fromEpochDay(epochDay)
      expect(toEpochDay(year, month, day)).toBe(epochDay)
    }))
  })

  it('agree with the calendar of the platform', () => {
    fc.assert(fc.property(day, (epochDay) => {
      const date = new Date(epochDay * 86_400_000)
      expect(fromEpochDay(epochDay)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
    }))
  })

  it('add what they subtract', () => {
    fc.assert(fc.property(day, day, (from, to) => {
      const [a, b] = [FeelDate.ofEpochDay(from), FeelDate.ofEpochDay(to)]
      expect(compile('a + (b - a) = b').evaluate({ a, b })).toBe(true)
      expect(compile('date(string(a)) = a').evaluate({ a })).toBe(true)
    }))
  })
})

describe('logic', () => {
  const truth: fc.Arbitrary<FeelValue> = fc.constantFrom<FeelValue>(true, false, null, 'neither')

  it('keeps to De Morgan', () => {
    fc.assert(fc.property(truth, truth, (a, b) => {
      expect(compile('not(a and b)').evaluate({ a, b })).toBe(compile('not(a) or not(b)').evaluate({ a, b }))
    }))
  })

  it('quantifies like a chain', () => {
    fc.assert(fc.property(fc.array(truth, { maxLength: 5 }), (list) => {
      const chain = (operator: string, start: string): FeelValue =>
        compile([start, ...list.map((_, index) => `list[${index + 1}]`)].join(` ${operator} `)).evaluate({ list })
      expect(compile('some x in list satisfies x').evaluate({ list })).toBe(chain('or', 'false'))
      expect(compile('every x in list satisfies x').evaluate({ list })).toBe(chain('and', 'true'))
    }))
  })
})

describe('JSON', () => {
  it('comes back equal', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/__proto__|constructor|prototype/.test(text))
      expect(JSON.parse(writeJson(readJson(text)))).toEqual(JSON.parse(text))
    }))
  })
})
