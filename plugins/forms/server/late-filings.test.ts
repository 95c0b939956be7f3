import { expect, it } from 'vitest'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ExceptionRequest } from '#server/extensions/document-extension.ts'
import { expenseReimbursement } from '#plugins/expenses/types/expenseReimbursement/index.ts'
import { travelReimbursement } from '#plugins/travel/types/travelReimbursement/index.ts'
import { lateFilings } from './late-filings.ts'

const exceptionsOf = async (form: Form, value: FormValue) => {
  const asked = { documents: [{ id: 'one', form, value, shown: value }] } as unknown as ExceptionRequest
  return (await lateFilings.exceptions?.(asked))?.get('one')
}

it('names each row of a claim that is late, by how many days, with the words of the applicant', async () => {
  const items = [{ rowId: 'a', overdueDays: 0 }, { rowId: 'b', overdueDays: 1 }, { rowId: 'c', overdueDays: 12 }]
  const found = await exceptionsOf(expenseReimbursement, { overdue: true, overdueExplanation: '驻厂', items })
  expect(found).toMatchObject([
    { code: 'forms.exception.lateOne', field: 'items.expenseDate', row: { id: 'b', place: 2 }, explanation: '驻厂' },
    { code: 'forms.exception.late', params: { days: 12 }, row: { id: 'c', place: 3 } },
  ])
})

it('names a claim as a whole where no row says how late it is; one in time has none', async () => {
  expect(await exceptionsOf(travelReimbursement, { overdue: true })).toMatchObject([{ code: 'forms.exception.lateAtAll',
    field: 'overdue' }])
  expect(await exceptionsOf(travelReimbursement, { overdue: false })).toEqual([])
})
