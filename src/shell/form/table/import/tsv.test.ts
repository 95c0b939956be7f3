import { expect, it } from 'vitest'
import { cellsOf, isBlock } from './RowImport.tsx'

it.each<[string, string[][]]>([
  ['a\tb\nc\td\n', [['a', 'b'], ['c', 'd']]],
  ['a\t\r\n\tb\r\n', [['a', ''], ['', 'b']]],
  ['"two\nlines"\t"say ""so"""\tplain "quote"', [['two\nlines', 'say "so"', 'plain "quote"']]],
  ['"not closed\tb', [['"not closed', 'b']]],
  ['', [['']]],
  ['one', [['one']]],
])('%j', (text, cells) => expect(cellsOf(text)).toEqual(cells))

it('one cell is no block, with or without the line end that a spreadsheet adds', () => {
  expect(['one', 'one\r\n', 'a\tb', 'a\nb\n'].map(isBlock)).toEqual([false, false, true, true])
})
