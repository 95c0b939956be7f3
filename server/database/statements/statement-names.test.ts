import { describe, expect, it } from 'vitest'
import { sources } from '#server/architecture-tests/sources.ts'
import { often, statementNames } from '../connection.ts'

const repeated = (nameOf: (text: string) => string | undefined, text: string, times: number) =>
  Array.from({ length: times }, () => nameOf(text)).at(-1)

describe('statements of transactions', () => {
  it('are named once they have come often, and always alike', () => {
    const nameOf = statementNames()
    expect(repeated(nameOf, 'select 1', often - 1)).toBeUndefined()
    const name = nameOf('select 1')
    expect(name).toMatch(/^s[0-9a-f]{20}$/)
    expect(nameOf('select 1')).toBe(name)
    expect(repeated(statementNames(), 'select 1', often)).toBe(name)
  })

  it('are named up to a number, whatever comes', () => {
    const nameOf = statementNames()
    const named = Array.from({ length: 2_000 }, (_, index) => repeated(nameOf, `select ${index}`, often)).filter((name) =>
      name !== undefined
    )
    expect(named).toHaveLength(400)
  })

  it('say values of partial indexes in their text: a prepared `on conflict … where x = $1` fits none', () => {
    const conflicts = sources(['server', 'plugins'], /\.ts$/).flatMap(({ path, text }) =>
      [...text.matchAll(/onConflict\(|on conflict/g)].map(({ index }) => ({ path, clause: text.slice(index, index + 160) }))
    )
    const wrong = conflicts.filter(({ clause }) =>
      /conflict\b[^\n]*\)\s*\.where\('\w+', '=', (?!sql\.lit)/.test(clause) || /\) where \w+ = \$\{/.test(clause)
    )
    expect(wrong).toEqual([])
  })
})
