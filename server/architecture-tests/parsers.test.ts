import { expect, it } from 'vitest'
import { sources } from './sources.ts'

const code = sources(['src', 'providers', 'plugins', 'resources', 'server'], /\.tsx?$/).filter(({ path }) =>
  !/\.test\.tsx?$|(^|\/)testing[a-z-]*\.tsx?$|(^|\/)architecture-tests\//.test(path)
)

/** A function that parses a date, time, month or number, with null or undefined in its result type. */
const named = String.raw`(?:function |const )((?:instant|date|day|time|moment|month|year|decimal|amount|parse|read|iso)\w*)`
const answering = String.raw`(?: = )?(?:<\w+>)?\((?:[^()]|\([^()]*\))*\): [^{}=\n]*\| (?:null|undefined)\b`
const parser = new RegExp(named + answering, 'gi')

const parsers = new Set(code.flatMap(({ text }) => [...text.matchAll(parser)].map(([, name = '']) => name)))

/** Calls of a parser whose result is not checked: `instantOf(text)!`, `monthOf(text) as Month`. */
function trusted(text: string): string[] {
  const calls = [...text.matchAll(/(?<![\w.])(\w+)\(/g)].filter(([, name = '']) => parsers.has(name))
  return calls.flatMap(({ 0: call, index }) => {
    const end = closing(text, index + call.length)
    return /^(?:!(?!=)| as (?!const))/.test(text.slice(end)) ? [text.slice(index, end + 1)] : []
  })
}

/** The position after the bracket that closes the one before this position. */
function closing(text: string, from: number): number {
  let depth = 1
  let place = from
  for (; depth > 0 && place < text.length; place += 1) depth += text[place] === '(' ? 1 : text[place] === ')' ? -1 : 0
  return place
}

it('what a parser may refuse is handled where it is parsed', () => {
  for (const name of ['instantOf', 'monthOf', 'decimalOf']) expect(parsers).toContain(name)
  expect(trusted('const at = instantOf(`${day(1)} 00:00:00`)!')).toHaveLength(1)
  expect(trusted('monthNumber(monthOf(todayOf(at))! - 1) + (monthOf(text) as Month)')).toHaveLength(2)
  expect(trusted('if (monthOf(one) !== monthOf(other)) return')).toEqual([])
  expect(code.flatMap(({ path, text }) => trusted(text).map((call) => `${path}: ${call}`))).toEqual([])
})
