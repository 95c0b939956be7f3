import { describe, expect, it } from 'vitest'
import { money, text } from '#kernel/fields.ts'
import { Refused } from '#kernel/errors.ts'
import type { Sheet } from '#server/workbooks/sheet.ts'
import { shownText } from '../cells/cell-values.ts'
import { laidOut } from './uploaded-sheet.ts'

const column = (key: string, cn: string, en: string, required?: true) => ({ key, cn, en, field: text({ cn, en }),
  ...(required && { required }) })
const importer = {
  cn: '物料',
  en: 'Materials',
  columns: [column('code', '编码', 'Code', true), { ...column('name', '名称', 'Name'), formerly: ['Description'] }, {
    ...column('price', '价格', 'Price'),
    field: money({ cn: '价格', en: 'Price' }),
  }],
  identity: { columns: ['code'] },
}
const sheetOf = (...rows: readonly (readonly string[])[]): Sheet => ({
  rows: rows.flatMap((cells, index) =>
    cells.every((each) => each === '')
      ? []
      : [{ number: index + 1, cells: cells.map((each) => (each === '' ? undefined : { kind: 'text' as const, text: each })) }]
  ),
})
function read(...rows: readonly (readonly string[])[]) {
  try {
    const { importer: { columns }, sheet } = laidOut(sheetOf(...rows), importer)
    return { columns: columns.map(({ key }) => key).join(' '), rows: sheet.rows.map(({ number, cells }) =>
      `${number} ${cells.map((cell) => shownText(cell)).join('|')}`
    ) }
  } catch (error) {
    return error instanceof Refused ? `${error.code} ${Object.values(error.parameters).join(' ')}` : error
  }
}

describe('a sheet', () => {
  it.each([
    ['as the template has it', [['编码*', '名称', '价格'], ['A', '甲', '1']], { columns: 'code name price',
      rows: ['1 编码*|名称|价格', '2 A|甲|1'] }],
    ['below a letterhead', [['宏岳集团'], ['', '物料表'], ['编码*', '名称', '价格'], ['A', '甲', '1']], { columns: 'code name price',
      rows: ['1 编码*|名称|价格', '4 A|甲|1'] }],
    ['in another order and language', [['Price', 'code *', 'NAME'], ['1', 'A', '甲']], { columns: 'price code name',
      rows: ['1 Price|code *|NAME', '2 1|A|甲'] }],
    ['with a heading of an earlier template', [['Code*', 'description', 'Price'], ['A', '甲', '1']], { columns: 'code name price',
      rows: ['1 Code*|description|Price', '2 A|甲|1'] }],
    ['without an optional column', [['名称', '编码*'], ['甲', 'A']], { columns: 'name code', rows: ['1 名称|编码*', '2 甲|A'] }],
    ['with a gap', [['编码*', '', '价格'], ['A', '', '1']], { columns: 'code price', rows: ['1 编码*|价格', '2 A|1'] }],
    ['with a value that no head names stays wrong', [['编码*', '', '价格'], ['A', 'x', '1']], { columns: 'code price',
      rows: ['1 编码*|价格', '2 A|1|x'] }],
    ['without a required column', [['名称', '价格']], 'imports.header 物料/Materials A 名称 编码/Code'],
    ['without it below a letterhead', [['宏岳集团'], ['名称', '价格']], 'imports.head.missing 2 编码/Code'],
    ['with an unknown head below a letterhead', [['宏岳集团'], ['编码', '价格', '别的']], 'imports.head.unknown 2 C 别的'],
    ['with a head that stands twice', [['宏岳集团'], ['编码', '价格', '价格']], 'imports.head.twice 2 C 价格'],
    ['of something else', [['一'], ['二', '三']], 'imports.header 物料/Materials A 一 编码/Code'],
  ] as const)('%s', (_, rows, expected) => {
    expect(read(...rows)).toEqual(expected)
  })
})
