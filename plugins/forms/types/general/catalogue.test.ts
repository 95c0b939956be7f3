import { describe, expect, it } from 'vitest'
import { nodesOf } from '../../../../src/kernel/flow-nodes.ts'
import { formProblems } from '../../../../src/kernel/problems.ts'
import { dictionaries } from '../../dictionaries/all.ts'
import { general } from './forms.ts'

const known = new Set([...dictionaries.map(({ key }) => key), 'projectType'])

describe.each(general.map((form) => [form.key, form] as const))('%s', (_, form) => {
  it('is sound by itself', () => {
    expect(formProblems(form, known).map(({ where, text }) => `${where}: ${text.en}`)).toEqual([])
    expect(nodesOf(form.flow).length).toBeGreaterThan(3)
  })
})
