import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formProblems } from '#kernel/composition/problems.ts'
import { isError } from '#kernel/composition/problem.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { scaled } from '#server/testing-scale.ts'
import type { FormContent } from '../wire.ts'
import { insertField, withForm } from './content.ts'
import { newField } from './kinds.ts'
import { mapReferences } from './references.ts'
import { at, refactorings, visit } from './testing-content.ts'

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
