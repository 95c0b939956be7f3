import { describe, expect, it } from 'vitest'
import plugins from '#resources/declarations.ts'
import { department, integer, money, select, text } from '#kernel/fields.ts'
import { planColumns } from '#plugins/budgets/server/plans/workbook.ts'
import { Failures } from '#server/imports/failures.ts'
import { exampleCells, exampleRow } from '#server/imports/template/example.ts'
import { notesOf } from '#server/imports/template/template.ts'
import { importColumns } from '#server/resources/columns.ts'

const at = new Date('2026-11-23T02:00:00Z')
/** Fields that contain Chinese in either language. */
const chinese = new Set(['nameCn', 'label'])

describe('the example row of a template', () => {
  it.each(
    plugins.flatMap(({ resources }) => resources).filter((resource) => resource.import).map((resource) =>
      [resource.name, resource] as const
    ),
  )(
    'of %s is in English in an English template',
    (_, resource) => {
      const columns = importColumns(resource)
      const said = exampleCells(columns, 'en', at).filter((_text, index) => !chinese.has(columns[index]?.key ?? ''))
      expect(said.filter((text) => /\p{Script=Han}/u.test(text)),
        'The `example` of an import column is a text, or `{ cn, en }` where it has Chinese').toEqual([])
    },
  )

  it.each(
    plugins.flatMap(({ resources }) => resources).filter((resource) => resource.import).map((resource) =>
      [resource.name, resource] as const
    ),
  )('of %s fills in what is required, but choices that administrators name', (_, resource) => {
    const columns = importColumns(resource)
    const cells = exampleCells(columns, 'en', at)
    expect(
      columns.filter(({ required, by, field }, index) => required && by !== 'name' && field.dict === undefined && !cells[index]).map((
        { key },
      ) => key),
      'The kind suggests no cell: say one as `example` of the import column',
    ).toEqual([])
  })

  it('of budgets names the current year, and is known again in the next', () => {
    const cells = exampleCells(planColumns, 'cn', at)
    expect(cells[0]).toBe('2026')
    const row = (year: string) => ({ number: 2,
      cells: [year, ...cells.slice(1), 'example'].map((text) => ({ kind: 'text' as const, text })) })
    const find = () => 'example'
    expect(exampleRow(row('2025'), planColumns, find)).toMatchObject({ isChanged: false })
    expect(exampleRow(row('1'), planColumns, find)).toMatchObject({ isChanged: true })
  })
})

const plate = { key: 'plate', cn: '车牌号', en: 'Plate', field: text({ cn: '车牌号', en: 'Plate', pattern: '^[一-龥]?[A-Z0-9]{4,10}$' }),
  example: 'B12345', required: true } as const
const unit = { key: 'unit', cn: '部门', en: 'Department', field: department({ cn: '部门', en: 'Department' }), required: true } as const

describe('the example of a record', () => {
  const columns = [plate, unit]
  const row = (...cells: readonly string[]) => ({ number: 2,
    cells: [...cells, 'example'].map((text) => ({ kind: 'text' as const, text })) })
  const find = () => 'example'

  it('is a code that the template lists, where it lists codes', () => {
    const offered = [{ text: 'SZ-01', name: 'Quality' }, { text: 'SZ-02', name: 'Production' }]
    expect(exampleCells(columns, 'en', at, [{ place: 1, offered }])).toEqual(['B12345', 'SZ-01'])
    expect(exampleCells(columns, 'en', at)).toEqual(['B12345', 'A-001'])
  })

  it('may have become another since; the other cells tell whether somebody has written over the row', () => {
    expect(exampleRow(row('B12345', 'SZ-01'), columns, find)).toMatchObject({ isChanged: false })
    expect(exampleRow(row('B12346', 'SZ-01'), columns, find)).toMatchObject({ isChanged: true })
    expect(exampleRow(row('SZ-01'), [unit], find)).toMatchObject({ isChanged: true })
  })
})

describe('the example of a required choice of a dictionary', () => {
  const words = { cn: '车型', en: 'Type' }
  const optional = { key: 'type', ...words, field: select({ ...words, dict: 'vehicleType' }) }
  const type = { ...optional, required: true } as const
  const columns = [plate, type]
  const offered = [{ text: 'Car' }, { text: 'Van' }]

  it('is the label of the first item, as that of fixed options is; an optional choice stays empty', () => {
    const lists = [{ place: 1, offered }]
    expect(exampleCells(columns, 'en', at, lists)).toEqual(['B12345', 'Car'])
    expect(exampleCells([plate, optional], 'en', at, lists)).toEqual(['B12345', ''])
  })

  it('does not tell whether the row was written over: the dictionary may have changed since', () => {
    const row = (...cells: readonly string[]) => ({ number: 2,
      cells: [...cells, 'example'].map((text) => ({ kind: 'text' as const, text })) })
    expect(exampleRow(row('B12345', 'Car'), columns, () => 'example')).toMatchObject({ isChanged: false })
    expect(exampleRow(row('B12346', 'Car'), columns, () => 'example')).toMatchObject({ isChanged: true })
  })
})

it('a cell of a wrong format is told by words for its pattern, else by the example of its column', () => {
  const find = (code: string, parameters?: object) => `${code} ${JSON.stringify(parameters ?? {})}`
  const failures = new Failures([plate], find, 'en')
  failures.add({ number: 3, cells: [] }, { field: 'plate', code: 'field.pattern', parameters: { label: 'Plate' } })
  expect(failures.list()[0]?.reason).toBe('field.example {"label":"Plate","example":"B12345/B12345"}')
})

it('the notes of a template say the format of its texts', () => {
  const find = (code: string, parameters?: object) => `${code.replace('imports.template.', '')}${JSON.stringify(parameters ?? {})}`
  const odd = { ...plate, field: { ...plate.field, pattern: '^(a|b)?c$' } }
  const filled = (column: typeof plate) => notesOf({ columns: [column] }, { find, locale: 'en' })[1]?.[2]
  expect(filled(plate)).toBe('text{"max":100}format{"format":"an optional Chinese character, then 4 to 10 capital letters or digits"}')
  expect(filled(odd)).toBe('text{"max":100}such{"example":"B12345"}')
})

it('the notes of a template say the limits of its numbers', () => {
  const find = (code: string, parameters?: object) =>
    `${code.replace('imports.template.', '')}${parameters ? JSON.stringify(parameters) : ''}`
  const fields = { seats: integer({ cn: '座位数', en: 'Seats', min: 1, max: 60 }), price: money({ cn: '价格', en: 'Price', min: 0 }) }
  const columns = Object.entries(fields).map(([key, field]) => ({ key, field, cn: field.cn, en: field.en }))
  expect(notesOf({ columns }, { find, locale: 'en' }).slice(1, 3)).toEqual([['Seats', '', 'integer{"max":60}between{"min":1,"max":60}'], [
    'Price',
    '',
    'money{"max":100}atLeast{"min":0}',
  ]])
})
