import { expect, it } from 'vitest'
import { sources } from './sources.ts'

const files = sources(['src', 'plugins'])
const namesIn = (ending: RegExp, pattern: RegExp) =>
  files.filter(({ path }) => ending.test(path)).flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name }))
  )

it('every class that a style sheet names is given to something', () => {
  const classNames = new Set(namesIn(/\.tsx?$/, /(oa-[a-z][\w-]*)/g).map(({ name }) => name))
  // names that are composed end with a dash in the source
  const composed = [...classNames].filter((name) => name.endsWith('-'))
  const styled = namesIn(/\.css$/, /\.(oa-[a-z][\w-]*)/g)
  expect(styled.length).toBeGreaterThan(0)
  const unused = styled.filter(({ name }) => !classNames.has(name) && !composed.some((start) => name.startsWith(start)))
  expect([...new Set(unused.map(({ path, name }) => `${path}: .${name}`))]).toEqual([])
})
