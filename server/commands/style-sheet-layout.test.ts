import { expect, it } from 'vitest'
import { sources } from '#server/architecture-tests/sources.ts'
import { layOutStyleSheet } from './style-sheet-layout.ts'

const cases: readonly (readonly [name: string, written: string, laidOut: string])[] = [
  ['a short rule', '.a {\n  grid-column: 1 / -1;\n}\n', '.a { grid-column: 1 / -1; }\n'],
  ['its neighbours', '.a {\n  color: red;\n}\n\n.b {\n  margin: 0;\n}\n', '.a { color: red; }\n.b { margin: 0; }\n'],
  ['selectors', '.a,\n.b:is(.c, .d) {\n  color: red;\n  margin: 0;\n}\n', '.a, .b:is(.c, .d) { color: red; margin: 0; }\n'],
  ['nested rules', '.a {\n  color: red;\n  .b {\n    margin: 0;\n  }\n}\n', '.a {\n  color: red;\n  .b { margin: 0; }\n}\n'],
  ['the beginning of a block', '@media print {\n\n  .a {\n    color: red;\n  }\n}\n', '@media print {\n  .a { color: red; }\n}\n'],
]

it.each(cases)('lays out %s, and leaves it so', (_, written, laidOut) => {
  expect(layOutStyleSheet(written)).toBe(laidOut)
  expect(layOutStyleSheet(laidOut)).toBe(laidOut)
})

it.each([
  ['more than four declarations', '.a {\n  top: 0;\n  left: 0;\n  right: 0;\n  bottom: 0;\n  margin: 0;\n}\n'],
  ['a comment within a rule', '.a {\n  /* why */\n  top: 0;\n}\n'],
  ['a value of several lines', '.a {\n  grid-template-areas:\n    "a"\n    "b";\n}\n'],
  ['transitions in a list', '.a {\n  transition: color 1s,\n    opacity 1s;\n  margin: 0;\n}\n'],
  ['a rule that is too wide', `.a {\n  background: ${'x'.repeat(130)};\n}\n`],
])('leaves %s as it is', (_, written) => expect(layOutStyleSheet(written)).toBe(written))

it('keeps every declaration of every sheet, in its order', () => {
  const words = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/ ?([{};,]) ?/g, '$1')
  const sheets = sources(['src', 'plugins', 'server'], /\.css$/)
  expect(sheets.length).toBeGreaterThan(0)
  for (const { text } of sheets) expect(words(layOutStyleSheet(text))).toBe(words(text))
})
