import { expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { fieldsOf } from './Simulate.tsx'

const read = (key: string) => {
  const form = declarations.flatMap((plugin) => plugin.forms).find((each) => each.key === key)!
  return fieldsOf(form.flow, form)
}

it('asks for the fields from which approvers are taken: by rule, by the scope of a role, and those chosen in the form', () => {
  expect(read('universalApproval')).toEqual(expect.arrayContaining(['applicantDept', 'chosenApprovers']))
  expect(read('expenseReimbursement')).toEqual(expect.arrayContaining(['applicantDept', 'bearingDept']))
})
