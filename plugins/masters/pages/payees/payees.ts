import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import { luhn } from '#kernel/values/luhn.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const usePayeeText = definePartText<keyof typeof cn>({ cn, en })

export interface PayeeAccount {
  readonly id: string
  readonly proceedsName: string
  readonly proceedsAccount: string
  /** 1 corporate, 2 personal */
  readonly proceedsAccountType: '1' | '2'
  readonly currencyType: string
  readonly bankName: string
  readonly payroll: boolean
}

export const payeePath = '/oaserver/payeeAccount'
export const payees = 'payeeAccounts'

/** The person's own payee accounts. */
export const payeesQuery = (http: Http) =>
  queryOptions({ queryKey: [payees], queryFn: () => http.get<readonly PayeeAccount[]>(`${payeePath}/list`, {}, { quiet: true }) })

/** Returns whether a number is one that no bank would have given to a personal card in RMB. */
export const isDoubtful = ({ currencyType, proceedsAccountType, proceedsAccount }: Readonly<Record<string, unknown>>): boolean =>
  currencyType === 'CNY' && proceedsAccountType === '2' && !luhn(String(proceedsAccount ?? ''))

/** All but the last four digits hidden: somebody may look over a shoulder. */
export const masked = (account: string): string => `•••• ${account.slice(-4)}`
