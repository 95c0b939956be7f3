import { expect, it } from 'vitest'
import { inSentence, pluralOf } from './label.ts'

it('a label loses its capital within a sentence, an abbreviation keeps its own', () => {
  expect(['Estimated cost', 'SAP payment', 'English name'].map(inSentence)).toEqual(['estimated cost', 'SAP payment', 'English name'])
})

it('an English name gets its plural at its last word', () => {
  expect(['Expense claim', 'Sales price entry', 'Survey', 'Tax', 'Contract approvals'].map(pluralOf)).toEqual(['Expense claims',
    'Sales price entries', 'Surveys', 'Taxes', 'Contract approvals'])
})
