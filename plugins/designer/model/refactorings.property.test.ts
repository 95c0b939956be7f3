import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formProblems } from '#kernel/composition/problems.ts'
import { isError } from '#kernel/composition/problem.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { scaled } from '#server/testing-scale.ts'
import type { FormContent } from '../wire.ts'
import { copyField, freshKey, fieldsIn, insertField, isHeaderField, moveField, nudgeField, partsOf, pathOf, sectionIds,
  withForm } from './content.ts'
import { changeKind, newField } from './kinds.ts'
import { mapReferences } from './references.ts'
import { visit } from './testing-content.ts'
import { renameField } from './uses.ts'

const paths = ({ form: { fields } }: FormContent): readonly string[] =>
  Object.entries(fields).flatMap(([key, { columns = {} }]) => [key, ...Object.keys(columns).map((column) => `${key}.${column}`)])

/** One text for each reference: its place, and the label of the field, which refactorings keep. */
function reads(content: FormContent): readonly string[] {
  const found: string[] = []
  mapReferences(content, (path, { of, id, attribute }) => {
    found.push(`${of === 'field' ? '' : `${of} ${id} `}${attribute}: ${fieldAt(content.form.fields, path)?.cn}`)
    return path
  })
  return found.toSorted()
}

const broken = (content: FormContent): readonly string[] =>
  formProblems(content.form).filter(isError).map(({ where, text }) => `${where}: ${text.en}`)

type Refactoring = (content: FormContent) => FormContent

const at = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!

/** Random designs: each added field has a condition on another one, and a rule that reads both. */
const designs = fc.array(fc.record({ kind: fc.constantFrom('text', 'money', 'date', 'integer'), reads: fc.nat(50) }), { minLength: 2,
  maxLength: 12 })
  .map((drawn) => {
    let content: FormContent = visit
    drawn.forEach(({ kind, reads: number }, place) => {
      const read = at(Object.keys(content.form.fields), number)
      const key = `extra${place}`
      content = insertField(content, key, { ...newField(kind as 'text', { cn: `字段${place}`, en: `Field ${place}` }),
        visible: `${read} != null` }, { section: 'visit' })
      content = withForm(content, {
        rules: [...content.form.rules, { id: `X${place}`, when: `${key} = null and count([${read}]) > 0`, fields: [key], level: 'warn',
          cn: '提醒', en: 'Hint' }],
      })
    })
    return content
  })

const refactorings: fc.Arbitrary<Refactoring> = fc.oneof(
  fc.tuple(fc.nat(100), fc.stringMatching(/^[a-z][A-Za-z0-9]{1,8}$/)).map(([number, name]): Refactoring => (content) => {
    const path = at(paths(content), number)
    const { table } = partsOf(path)
    return isHeaderField(path) ? content : renameField(content, path, freshKey(fieldsIn(content, table), name))
  }),
  fc.tuple(fc.nat(100), fc.nat(10), fc.boolean()).map(([number, place, isNudge]): Refactoring => (content) => {
    const path = at(paths(content), number)
    const { table } = partsOf(path)
    if (isNudge) return nudgeField(content, path, place % 2 === 0 ? 1 : -1)
    return moveField(content, path, table === undefined ? { section: at(sectionIds(content), place) } : { table })
  }),
  fc.nat(100).map((number): Refactoring => (content) => copyField(content, at(paths(content), number)).content),
  fc.tuple(fc.nat(100), fc.constantFrom('textarea', 'text', 'number', 'datetime')).map(([number, kind]): Refactoring => (content) => {
    const path = at(paths(content).filter((each) => each.startsWith('extra')), number)
    const field = path === undefined ? undefined : fieldAt(content.form.fields, path)
    if (path === undefined || !field) return content
    const { table, key } = partsOf(path)
    const next = changeKind(field, kind as 'text').field
    return insertField(content, key, next, { section: field.section, table, before: behind(content, path) })
  }),
)

const behind = (content: FormContent, path: string): string | undefined => {
  const { table, key } = partsOf(path)
  const keys = Object.keys(fieldsIn(content, table))
  const next = keys[keys.indexOf(key) + 1]
  return next === undefined || pathOf(table, next) === path ? undefined : next
}

it('breaks no reference: renaming, moving, copying and changing the kind over random designs', () => {
  fc.assert(fc.property(designs, fc.array(refactorings, { minLength: 1, maxLength: 10 }), (design, steps) => {
    const before = reads(design)
    expect(broken(design)).toEqual([])
    const after = steps.reduce((content, step) => step(content), design)
    expect(broken(after).filter((problem) => /There is no/.test(problem))).toEqual([])
    // a place that read a field reads the same one; copies read the fields of their originals
    const rest = [...reads(after)]
    for (const read of before) {
      const index = rest.indexOf(read)
      expect([read, index]).not.toEqual([read, -1])
      rest.splice(index, 1)
    }
  }), { numRuns: scaled({ enough: 100, all: 1_000 }) })
}, 120_000)
