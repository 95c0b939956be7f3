import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { compile, type CustomFunctions, FeelDate, FeelError, fromJson, isTrue } from './feel.ts'
import { formFunctions } from '#kernel/evaluate/plan/formula.ts'
import { valueOf } from './testing-truth-table.ts'
import type { FeelContext } from './values.ts'

const refusalOf = (source: string): FeelError => {
  try {
    compile(source)
  } catch (error) {
    if (error instanceof FeelError) return error
    throw error
  }
  throw new Error(`not refused: ${source}`)
}

describe('refusals', () => {
  it.each([
    ['for i in [1] return i', 'unsupported', 0],
    ['1 + (for i in [1] return i)[1]', 'unsupported', 5],
    ['function(x) x', 'unsupported', 0],
    ['matches("a", "a")', 'unsupported', 0],
    ['replace("a", "a", "b")', 'unsupported', 0],
    ['split("a", "a")', 'unsupported', 0],
    ['sort([1], function(x, y) x < y)', 'unsupported', 0],
    ['1 + nothing(1)', 'unknownFunction', 4],
    ['a.b(1)', 'unsupported', 0],
    ['(a)(1)', 'unsupported', 0],
    ['string length', 'functionAsValue', 0],
    ['a or not overdue', 'functionAsValue', 5],
    ['1 instance of money', 'unknownType', 14],
    ['{__proto__: 1}', 'reservedKey', 1],
    ['{"constructor": 1}', 'reservedKey', 1],
    ['1 +', 'incomplete', 3],
    ['', 'incomplete', 0],
    ['"open', 'syntax', 0],
    ['1 2', 'syntax', 2],
    ['a = 1; b', 'syntax', 5],
    ['`a`', 'syntax', 0],
    ['x in 1..5', 'syntax', 6],
    [`${'('.repeat(101)}1${')'.repeat(101)}`, 'tooDeep', 100],
    ['a'.repeat(4001), 'tooLong', 4000],
  ])('%s', (source, code, from) => {
    expect(refusalOf(source)).toMatchObject({ code, from })
  })

  it('says why in both languages', () => {
    expect(refusalOf('nothing(1)').text).toEqual({ cn: '没有函数“nothing”', en: 'There is no function “nothing”' })
  })

  it('takes a longer source where that is allowed', () => {
    const source = `"${'a'.repeat(5000)}"`
    expect(() => compile(source)).toThrow('too long')
    expect(compile(source, { longest: 10_000 }).evaluate({})).toHaveLength(5000)
  })
})

describe('what an expression uses', () => {
  const uses = (source: string): unknown => {
    const { names, paths, implicit } = compile(source)
    return { names: [...names], paths: paths.map((path) => path.join('.')), implicit }
  }

  it('lists free names and dotted paths', () => {
    expect(uses('a > b.c.d and sum(items.amount) > 0')).toEqual({
      names: ['a', 'b', 'items'],
      paths: ['a', 'b.c.d', 'items.amount'],
      implicit: [],
    })
  })

  it('follows the variables of quantifiers to their lists', () => {
    expect(uses('some i in items satisfies i.dept.id != dept')).toEqual({
      names: ['items', 'dept'],
      paths: ['items', 'items.dept.id', 'dept'],
      implicit: [],
    })
  })

  it('keeps names in filters apart, which may be entries of the items', () => {
    expect(uses('items[amount > limit].kind')).toEqual({
      names: ['items'],
      paths: ['items', 'items.kind'],
      implicit: [{ name: 'amount', within: ['items'] }, { name: 'limit', within: ['items'] }],
    })
  })

  it('does not list names that are bound around a filter', () => {
    expect(uses('{own: a, all: items[kind = own]}.all')).toMatchObject({ names: ['a', 'items'],
      implicit: [{ name: 'kind', within: ['items'] }] })
  })

  it('does not list entries of contexts, the tested value or `item`', () => {
    expect(uses('{x: a, y: x + 1}.y')).toMatchObject({ names: ['a'] })
    expect(uses('5 in (? > b)')).toMatchObject({ names: ['b'] })
    expect(uses('items[item.amount > 1]')).toMatchObject({ names: ['items'], implicit: [], paths: ['items', 'items.amount'] })
  })

  it('takes the name of a function for a field when it may be one', () => {
    expect(uses('days > 3')).toMatchObject({ names: ['days'] })
    expect(compile('days > 3', { names: ['days'] }).evaluate(fromJson({ days: 4 }) as FeelContext)).toBe(true)
    expect(() => compile('days > 3', { names: ['amount'] })).toThrow('is a function')
  })

  it('reads names with signs and keywords when it is told of them', () => {
    const context = fromJson({ 'profit and loss': 3, 'a+b': 4 }) as FeelContext
    expect(compile('profit and loss > 2', { names: ['profit and loss'] }).evaluate(context)).toBe(true)
    expect(compile('a+b', { names: ['a+b'] }).evaluate(context)).toEqual(context['a+b'])
    expect(compile('a+b').evaluate(context)).toBeNull()
    expect(compile('not applicable', { names: ['not applicable'] }).evaluate({ 'not applicable': true })).toBe(true)
  })
})

describe('evaluation', () => {
  it('compiles a source once', () => {
    expect(compile('a + 1')).toBe(compile('a + 1'))
    expect(compile('a + 1', { names: ['a'] })).toBe(compile('a + 1', { names: ['a', 'b'] }))
  })

  it('keeps 34 digits even for decimals of lower precision', () => {
    const third = compile('a / 3').evaluate({ a: new Decimal(1) })
    expect(String(third)).toBe(`0.${'3'.repeat(34)}`)
  })

  it('takes dates as values', () => {
    const due = FeelDate.of(2026, 11, 20)
    expect(compile('due < today()').evaluate({ due }, { today: '2026-11-21' })).toBe(true)
  })

  it('counts only true as true', () => {
    expect(['true', 'null', '1', '"true"', 'a < 1'].map((source) => isTrue(compile(source).evaluate({})))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('adds functions of the caller', () => {
    const functions: CustomFunctions = {
      'double it': { parameters: ['n'], call: ([n = null]) => [n, n] },
    }
    const evaluate = (source: string): unknown => compile(source, { functions }).evaluate({})
    expect(evaluate('double it(true)')).toEqual([true, true])
    expect(evaluate('double it(n: false)')).toEqual([false, false])
    expect(evaluate('double it(1, 2)')).toBeNull()
    expect(() => compile('double it(1)')).toThrow('no function')
  })
})

describe('the budget', () => {
  const doubling = (first: string, next: (name: string) => string, last: string): string => {
    const entries = Array.from({ length: 60 }, (_, index) => `a${index + 1}: ${next(`a${index}`)}`)
    return `{a0: ${first}, ${entries.join(', ')}, r: ${last}}.r`
  }

  it.each([
    'some i in 1..999999999999 satisfies i = 0',
    'some i in 1..10000, j in 1..10000 satisfies i + j = 0',
    doubling('"0123456789"', (name) => `${name} + ${name}`, '1'),
    doubling('[1]', (name) => `concatenate(${name}, ${name})`, '1'),
    doubling('[1]', (name) => `[${name}, ${name}]`, 'a60 = [a59, a59]'),
    doubling('[1]', (name) => `[${name}, ${name}]`, 'string(a60)'),
    doubling('[1]', (name) => `[${name}, ${name}]`, 'flatten(a60)'),
    doubling('[1]', (name) => `[${name}, ${name}]`, 'a60.x'),
    doubling('[1]', (name) => `[${name}, ${name}]`, 'a60'),
  ])('stops %s', (source) => {
    expect(() => valueOf(source)).toThrow(FeelError)
  })

  it.each([['10 ** (10 ** 10)', null], ['(2 ** 0.5) ** 99999', null], ['modulo(1e6000, 7) < 7', true], ['exp(1e17)', null]])(
    'does not need one for %s',
    (source, value) => {
      expect(valueOf(source)).toEqual(value)
    },
  )

  it.each([
    ['i + i + i + i + i', 4],
    ['if i = 1 then i else i', 2],
    ['i = 0 or i = 0 or i = 0 or i = 0', 4],
    ['{a: 1, b: 2, c: 3}', 3],
    ['max(i, i, i, i, i)', 10],
    ['long < long + "a"', 30_000],
    ['long = long + ""', 30_000],
    ['contains(long, "ab")', 30_000],
    ['string length(long)', 30_000],
    ['substring before(long, "b")', 30_000],
    ['contains(long, long)', 1_000_000],
    ['number(long)', 30_000],
    ['long in [long..long]', 90_000],
    ['before(long, [long..long])', 90_000],
    ['count(sublist(many, 2))', 1_000],
    ['median(many)', 80_000],
    ['10 / 3', 4],
    ['1.5 ** 0.37', 2_000],
    ['exp(1.5)', 1_000],
    ['log(1.5)', 1_000],
    ['sqrt(1.5)', 250],
    ['modulo(1e6000, 7.1)', 1_500],
    ['capital(1e4000)', 250],
  ])('counts what %s costs: %d steps', (source, steps) => {
    const context = { i: new Decimal(1), long: 'a'.repeat(990_000), many: Array.from({ length: 10_000 }, () => new Decimal(1)) }
    const expression = compile(source, { functions: formFunctions })
    expect(() => expression.evaluate(context, { steps: Math.min(steps, 100_000) - 1 })).toThrow('too many evaluation steps')
  })

  it('is one hundred thousand steps, whatever the caller allows', () => {
    const source = 'some i in 1..10000 satisfies some j in 1..12 satisfies i + j = 0'
    expect(() => compile(source).evaluate({}, { steps: 10_000_000 })).toThrow('too many evaluation steps')
    expect(compile(source.replace('12', '1')).evaluate({})).toBe(false)
  })

  it('gives long chains of alternatives no depth', () => {
    const source = Array.from({ length: 200 }, (_, index) => `kind = "${index}"`).join(' or ')
    expect(valueOf(source, { kind: '199' })).toBe(true)
  })
})
