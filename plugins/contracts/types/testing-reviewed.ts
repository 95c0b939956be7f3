import type { FormValue } from '#kernel/values/value.ts'
import type { Edge } from '#plugins/forms/server/contract-kit.ts'

/** One clause, reviewed by the quality engineer. */
export const reviewedClause: FormValue = { clauseType: 'quality', content: '按图纸与质量协议验收', department: 'sz-quality',
  reviewer: 'u-quality' }

export const line = (amount: string, change: FormValue = {}): FormValue => ({ qty: '1', unit: 'pcs', unitPrice: amount, ...change })

/** Edge cases of the rules for lines and clauses. */
export const reviewedEdges: Readonly<Record<string, Edge>> = {
  'X-R1': { breaks: { clauses: [] }, keeps: { clauses: [reviewedClause] } },
  'X-R1-twice': { breaks: { clauses: [reviewedClause, reviewedClause] },
    keeps: { clauses: [reviewedClause, { ...reviewedClause, clauseType: 'price' }] } },
  'X-R2': { breaks: { amount: '1000.01' }, keeps: { amount: '1000.00' } },
  'X-R2-qty': { breaks: { items: [line('1000.00', { qty: '0' })] }, keeps: { items: [line('1000.00', { qty: '0.001' })] } },
  'X-R2-delivery': { breaks: { deliveryDate: '2026-11-19' }, keeps: { deliveryDate: '2026-11-20' } },
}

/** The answer of the reviewer of the clause, by the row that was filed. */
export const passed = { business: { clauses: [{ rowId: 'c1', result: 'pass' }] } }
