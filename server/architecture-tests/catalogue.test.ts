import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import declared from '#resources/declarations.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'

/**
 * The catalogue of the types of production, change control and SAP: names and addresses, the fields that a type has at least (a column
 * behind its table), and its steps in their order.
 */
const catalogue = readFileSync(join(import.meta.dirname, 'catalogue.txt'), 'utf8').split(/^# /m).slice(1).map((part) => {
  const [key = '', about = '', ...rows] = part.split('\n').filter((line) => line !== '')
  const [fields, steps] = tablesIn(rows)
  return { key, about: cellsOf(about), fields: fields ?? [], steps: steps ?? [] }
})

function tablesIn(lines: readonly string[]): readonly (readonly string[][])[] {
  const tables: string[][][] = []
  for (const [index, line] of lines.entries()) {
    if (lines[index + 1]?.startsWith('|---')) tables.push([])
    else if (!line.startsWith('|---')) tables.at(-1)?.push(cellsOf(line.slice(1, -1)))
  }
  return tables
}

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim())
}

const forms = new Map(declared.flatMap(({ forms: own }) => own.map((form) => [form.key, form])))

const fieldsOf = ({ fields }: Form): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(fields).flatMap((
      [key, field],
    ) => [[key, field] as const,
      ...Object.entries(field.columns ?? {}).map(([column, definition]) => [`${key}.${column}`, definition] as const)]
    )
      .map(([key, { cn, en, kind }]) => [key, [key, cn, en, kind]]),
  )

it('has seventeen types', () => {
  expect(catalogue.map(({ key }) => key).filter((key) => forms.has(key))).toHaveLength(17)
})

it.each(catalogue)('$key is as the catalogue has it', ({ key, about, fields, steps }) => {
  const form = forms.get(key)
  if (!form) throw new Error(`no form ${key}`)
  const { cn, en, path, detailPath, prefix, terminals = ['web', 'mini'] } = form
  expect([cn, en, path, detailPath, prefix, terminals.join(', ')]).toEqual(about)
  const own = fieldsOf(form)
  expect(fields.length).toBeGreaterThan(5)
  expect(fields.map(([field = '']) => own.get(field))).toEqual(fields)
  const named = new Set(steps.map(([step]) => step))
  expect(nodesOf(form.flow).filter(({ id }) => named.has(id)).map((node) => [node.id, node.cn, node.en])).toEqual(steps)
})
