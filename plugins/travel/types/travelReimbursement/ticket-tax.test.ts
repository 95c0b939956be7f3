import { expect, it } from 'vitest'
import type { FormFacts } from '#kernel/facts.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { beijing, shanghai } from '#plugins/travel/types/testing.ts'
import { travelReimbursement } from './index.ts'

const known: FormFacts = { ...facts, reference: (kind, id) => ({ id, deductible: kind === 'expenseCategory' }) }

/** Default tax of a ticket with these amounts. */
const taxOf = (row: object) =>
  rowsAt(
    withDefaults(travelReimbursement, { expenseCategory: 'travel',
      transportRows: [{ rowId: '1', startCity: shanghai, endCity: beijing, invoiceType: '1', ...row }] }, known),
    'transportRows',
  )[0]?.['taxAmount']

it.each([
  ['fare and fuel', { transport: '1', amount: '2180.00' }, '180.00'],
  ['the development fund beside them', { transport: '1', amount: '2230.00', airLevies: '50.00' }, '180.00'],
  ['a fee for a change', { transport: '1', amount: '1115.00', refundFee: '115.00' }, '82.57'],
  ['both', { transport: '1', amount: '1165.00', airLevies: '50.00', refundFee: '115.00' }, '82.57'],
  ['a train with a fee', { transport: '2', amount: '545.00', refundFee: '45.00' }, '41.28'],
  ['a coach', { transport: '4', amount: '103.00' }, '3.00'],
  ['only a fee', { transport: '1', amount: '115.00', refundFee: '115.00' }, '0.00'],
])('a ticket contains the tax of its fare: %s', (_, row, tax) => expect(taxOf(row)).toBe(tax))
