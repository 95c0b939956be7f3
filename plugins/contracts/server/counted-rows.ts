import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { RegisterReads } from '#plugins/statistics/server/public-api.ts'
import { nearUntil } from '../contract.ts'
import './tables.ts'

interface CountPeriod {
  /** yyyy-MM-dd */
  readonly from: string
  readonly to: string
  readonly before: Date
}

/**
 * Query of contracts by date of signing, for statistics; amounts in RMB. Columns: document, day, department, person (owner), class, type,
 * company, counterparty, status, supplementary, expiry (yyyy-MM), window (how near the expiry is); amount, paid, held, unpaid (null for
 * framework contracts), ending, expired.
 */
export function countedContracts({ from, to, before }: CountPeriod) {
  const today = todayOf(before)
  // contracts in another currency without a rate count as 0 RMB
  const inRmb = sql`coalesce(amount_rmb, case when currency_type = 'CNY' then contract.amount else 0 end)`
  const isOver = sql`contract.exec_state in ('2', '3')`
  return sql`
    select contract.id as document, sign_date as day, department_id as department, owner_person as person, contract_class as class,
      contract_type as type, sign_company as company,
      counterparty, exec_state as status, case when is_supplementary then '1' else '0' end as supplementary,
      to_char(expiry_date, 'YYYY-MM') as expiry,
      case when ${isOver} then 'over' when expiry_date < ${today}::date then 'expired' when expiry_date <= ${
    nearUntil(today)
  }::date then 'in30'
        when expiry_date <= ${today}::date + 90 then 'in90' when expiry_date <= ${today}::date + 180 then 'in180'
          else 'later' end as "window",
      ${inRmb} as amount, coalesce(entry.paid, 0) as paid, coalesce(entry.held, 0) as held,
      case when contract.amount = 0 then 0 else ${inRmb} - coalesce(entry.paid, 0) end as unpaid,
      (not ${isOver} and expiry_date between ${today}::date and ${nearUntil(today)}::date)::integer as ending,
      (not ${isOver} and expiry_date < ${today}::date)::integer as expired
    from contract_ledger contract left join lateral (
      select sum(amount_rmb) filter (where kind = 'paid') as paid, sum(amount_rmb) filter (where kind = 'held') as held
      from contract_entry where contract_id = contract.id and happen_time < ${before}
    ) entry on true
    where contract.del_flag = 0 and sign_date < ${before}::timestamptz and sign_date between ${from}::date and ${to}::date`
}

const stateFields = ['execState', 'expiryDate']

/** The fields of the contract ledger that each column follows from. */
export const contractReads: readonly RegisterReads[] = [{
  subject: 'contract',
  fields: { '*': ['signDate'], department: ['departmentId'], person: ['ownerPerson'], title: ['contractName'], class: ['contractClass'],
    type: ['contractType'], company: ['signCompany'], counterparty: ['counterparty'], status: ['execState'],
    supplementary: ['isSupplementary'], expiry: ['expiryDate'], window: stateFields, amount: ['amount', 'amountRmb', 'currencyType'],
    paid: ['paidAmount'], held: ['heldAmount'], unpaid: ['unpaidAmount', 'amountRmb', 'paidAmount', 'currencyType'], ending: stateFields,
    expired: stateFields },
}]

/** Display data of the contracts behind a figure. */
export const contractEntries = (ids: readonly string[]) =>
  sql<{ id: string; number: string; title: string; person: string | null; department: string | null; date: string; path: string }>`
    select id, contract_no as number, replace(contract_name, '/', '／') as title, owner_person as person, department_id as department,
      to_char(sign_date, 'YYYY-MM-DD') as date,
      '/contract-standing-book?keyword=' || contract_no as path from contract_ledger where id = any(${[...ids]}::text[])`
