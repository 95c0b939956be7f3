import { expect, type Page } from '@playwright/test'
import { choose, dayBefore, documentNumber, fill, fillDate } from './form.ts'
import type { Language } from './sign-in.ts'

/** The texts of a claim, in one language. */
export interface ClaimWords {
  readonly language: Language
  readonly title: string
  readonly bearing: readonly [label: string, value: string]
  readonly costCentre: readonly [label: string, value: string]
  readonly row: (label: string) => RegExp
  readonly date: string
  readonly category: readonly [label: string, value: string]
  readonly detail: readonly [label: string, value: string]
  readonly amount: string
  readonly more: RegExp
  readonly invoiceType: readonly [label: string, value: string]
  readonly noInvoice: readonly [label: string, value: string]
  readonly submit: RegExp
}

export const chineseClaim: ClaimWords = {
  language: '中',
  title: '标题',
  bearing: ['费用承担部门', '研发中心'],
  costCentre: ['成本中心', '研发中心'],
  row: (label) => new RegExp(`${label}，第 1 行`),
  date: '费用日期',
  category: ['费用类型', '培训费'],
  detail: ['费用明细', '质量体系培训'],
  amount: '申请金额',
  more: /^发票，第 1 行/,
  invoiceType: ['发票类型', '无发票'],
  noInvoice: ['无票说明', '境外讲师无发票'],
  submit: /^提交/,
}

export const englishClaim: ClaimWords = {
  language: 'EN',
  title: 'Title',
  bearing: ['Bearing department', 'R&D Centre'],
  costCentre: ['Cost centre', 'R&D Centre'],
  row: (label) => new RegExp(`${label}, row 1`),
  date: 'Expense date',
  category: ['Expense category', 'Training'],
  detail: ['Expense detail', 'Audit course'],
  amount: 'Requested amount',
  more: /^Invoice, row 1/,
  invoiceType: ['Invoice type', 'No invoice'],
  noInvoice: ['Reason for no invoice', 'Lecturer abroad'],
  submit: /^Submit/,
}

/** Fills in and submits a claim; returns its number. `look` is called with the empty form. */
export async function fileClaim(page: Page, words: ClaimWords, look?: (page: Page) => Promise<void>): Promise<string> {
  await page.goto('/reimbursement')
  await expect(page.getByRole('textbox', { name: words.title })).toBeVisible()
  await look?.(page)
  await fill(page, words.title, `e2e ${Date.now() % 100_000}`)
  await choose(page, ...words.bearing)
  await choose(page, ...words.costCentre)
  await fillDate(page, words.row(words.date), dayBefore(3))
  await choose(page, words.row(words.category[0]), words.category[1])
  await fill(page, words.row(words.detail[0]), words.detail[1])
  await fill(page, words.row(words.amount), '1286.50')
  await page.getByRole('button', { name: words.more }).first().click()
  await choose(page, ...words.invoiceType)
  await fill(page, words.noInvoice[0], words.noInvoice[1])
  await page.getByRole('button', { name: words.submit }).last().click()
  await expect(page).toHaveURL(/reimbursement-detail/)
  return documentNumber(page, 'BX')
}
