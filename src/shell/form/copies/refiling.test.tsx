import { expect, it } from 'vitest'
import { enteredOf } from './copying.ts'
import { claim } from '../testing.tsx'

const facts = { today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => undefined }
const row = { rowId: 'r1', detail: 'Cables', amount: '12.00', approved: '12.00', note: null }

it('leaves what a default says again to the default', () => {
  const entered = enteredOf(claim, { business: { title: 'A', urgent: '0', items: [row], gone: 'x' }, dropped: [] }, facts)
  expect(entered).toEqual({ title: 'A', items: [{ rowId: 'r1', detail: 'Cables', amount: '12.00' }] })
})

it('keeps what somebody decided otherwise', () => {
  const entered = enteredOf(claim, { business: { urgent: '1', items: [{ ...row, approved: '10.00' }] }, dropped: [] }, facts)
  expect(entered).toMatchObject({ urgent: '1', items: [{ approved: '10.00' }] })
})

it('leaves behind what the form has as another kind now', () => {
  const dropped = [{ path: 'title', cn: '标题', en: 'Title' }, { path: 'items.detail', cn: '明细', en: 'Detail' }]
  expect(enteredOf(claim, { business: { title: ['x'], items: [row] }, dropped }, facts)).toEqual({
    items: [{ rowId: 'r1', amount: '12.00' }],
  })
})
