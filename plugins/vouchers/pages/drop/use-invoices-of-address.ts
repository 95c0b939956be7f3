import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import type { Intake, Work } from './intake.ts'

const taken = new WeakSet<Intake>()

/** Invoices that the address of the form names (`?invoices=`) fill in rows, once; `work` is absent in all but one table. */
export function useInvoicesOfAddress(intake: Intake, work: Work | undefined): void {
  const named = new URLSearchParams(useLocation().search).get('invoices') ?? ''
  const take = useEffectEvent(() => {
    if (!work || named === '' || taken.has(intake)) return
    taken.add(intake)
    intake.add(named.split(',').slice(0, mostInvoices).map((attachment) => ({ name: attachment, attachment })), work)
  })
  useEffect(() => {
    take()
  }, [])
}

/** Invoices that one address may name. */
const mostInvoices = 50
