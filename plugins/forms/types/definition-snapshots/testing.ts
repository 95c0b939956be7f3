import { describe, expect, it } from 'vitest'
import { describeForm } from '#kernel/wording/describe.ts'
import type { Form } from '#kernel/form.ts'
import { aboutInWords, fieldsInWords, nodesInWords, rulesInWords } from './describe.ts'
import { type Expectation, expectedFields, expectedRules, lines } from './expectation.ts'

/** Compares a type of another module with what it is known to be. */
export function describeType(declared: Form, expected: Expectation): void {
  const form = describeForm(declared)
  describe(`${declared.key}, as its expected definition says`, () => {
    it('has its name, its addresses and its prefix', () => expect(aboutInWords(form)).toBe(expected.about))
    it('has its fields: kinds, what is required when, limits, and who may write them where', () =>
      expect(fieldsInWords(form).toSorted()).toEqual(expectedFields(expected)))
    it('goes its way: who approves, when, and how', () => expect(nodesInWords(form)).toEqual(lines(expected.nodes)))
    it('has its rules, where they stand and what they say', () => expect(rulesInWords(form).toSorted()).toEqual(expectedRules(expected)))
  })
}
