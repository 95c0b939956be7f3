import { describe, expect, it } from 'vitest'
import plugins from '#resources/declarations.ts'
import { integer, money } from '#kernel/fields.ts'
import { planColumns } from '#plugins/budgets/server/plans/import.ts'
import { exampleCells, exampleRow } from '#server/imports/template/example.ts'
import { notesOf } from '#server/imports/template/notes.ts'
import { importColumns } from '#server/resources/import-columns.ts'

const at = new Date('2026-11-23T02:00:00Z')
/** Fields that hold Chinese in either language. */
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
