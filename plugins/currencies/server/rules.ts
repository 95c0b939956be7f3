import { nowOf } from '#kernel/values/dates.ts'
import { Refused } from '#kernel/errors.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { base } from '../base.ts'
import { rateChanges } from './rate-changes.ts'

/** Rules of currencies: the code is the id and cannot change. */
export const currencyRules: RecordRules = {
  identify: ({ code }) => String(code),
  async prepare({ value, before }) {
    if (before && value['code'] !== before['code']) throw refusedAt('currencies.codeFixed', 'code')
    return {}
  },
}

/** Rules of rates: month and currency cannot change, and a used rate changes with a reason only. */
export const rateRules: RecordRules = {
  async prepare(step) {
    if (step.value['currency'] === base) throw refusedAt('currencies.baseRate', 'currency')
    if (movesRate(step)) throw refusedAt('currencies.monthFixed', 'yearMonth')
    if (!changesRate(step)) return {}
    if (step.before?.['locked'] === true && !step.value['reason']) throw refusedAt('currencies.reasonRequired', 'reason')
    if (step.before) await rateChanges(step.db).add(step, step.before)
    return { setBy: step.by, setTime: nowOf(step.at) }
  },
  /** Refuses to change used rates by an import, which has no reason for each change. */
  async imports(step) {
    if (step.before?.['locked'] === true && changesRate(step)) throw refusedAt('currencies.lockedForImport', 'rate')
  },
}

const movesRate = ({ value, before }: RecordStep): boolean =>
  before !== undefined && (value['yearMonth'] !== before['yearMonth'] || value['currency'] !== before['currency'])

function changesRate({ value, before }: RecordStep): boolean {
  const now = decimalOf(String(value['rate'] ?? ''))
  return !now || !decimalOf(String(before?.['rate'] ?? ''))?.eq(now)
}

const refusedAt = (code: string, field: string) => new Refused(code, {}, [{ field, code }])
