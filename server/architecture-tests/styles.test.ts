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

const sheets = files.filter(({ path }) => path.endsWith('.css'))
const theme = 'src/shell/theme/'

it('every colour has its name in the palette', () => {
  const literal = /#[\da-f]{3,8}\b(?![^;{}]*\{)|\b(?:rgba?|hsla?|oklch)\(|:[^;]*\b(?:white|black)(?=[\s;,)])/gi
  const literals = sheets.filter(({ path }) => !path.startsWith(theme)).flatMap(({ path, text }) =>
    [...text.matchAll(literal)].map(([colour]) => `${path}: ${colour}`)
  )
  expect(literals).toEqual([])
})

it('no more than the focus and reduced motion are !important', () => {
  const important = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/([\w-]+):[^;:{}]*!important/g)].map(([, name]) => `${path}: ${name}`)
  )
  expect(important).toEqual(['outline', 'outline-offset', 'animation-duration', 'animation-iteration-count', 'transition-duration'].map(
    (name) => `${theme}base.css: ${name}`,
  ))
})

it('every utility is given to something, and no sheet of a part names one', () => {
  const utilities = sheets.find(({ path }) => path === `${theme}utilities.css`)?.text.match(/(?<=^\s*\.)[\w-]+/gm) ?? []
  expect(utilities.length).toBeGreaterThan(0)
  const sources = files.filter(({ path }) => /\.tsx?$/.test(path)).map(({ text }) => text).join('\n')
  const given = new Set([...sources.matchAll(/["'`]([\w -]*)(?=["'`$])/g)].flatMap(([, names = '']) => names.split(' ')))
  expect(utilities.filter((name) => !given.has(name))).toEqual([])
  const named = sheets.filter(({ path }) => !path.startsWith(theme)).flatMap(({ path, text }) =>
    utilities.filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(text)).map((name) => `${path}: .${name}`)
  )
  expect(named).toEqual([])
})

it('antd’s own class names are known to the theme only', () => {
  const named = sheets.filter(({ path }) => !path.startsWith(theme)).flatMap(({ path, text }) =>
    [...text.matchAll(/\.ant-[\w-]+/g)].map(([name]) => `${path}: ${name}`)
  )
  expect(named, 'Use a class of src/shell/theme/component-classes.ts, an element or a role').toEqual([])
  const own = new Set(
    [...files.find(({ path }) => path === `${theme}component-classes.ts`)!.text.matchAll(/'(ui-[\w-]+)'/g)].map(([, name]) => name),
  )
  const used = sheets.flatMap(({ path, text }) => [...text.matchAll(/\.(ui-[\w-]+)/g)].map(([, name]) => ({ path, name })))
  expect(used.filter(({ name }) => !own.has(name)).map(({ path, name }) => `${path}: .${name}`)).toEqual([])
})
