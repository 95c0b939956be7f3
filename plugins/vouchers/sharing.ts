import { Decimal } from 'decimal.js'

/** Amount that a row claims of its invoices in total. */
export interface InvoiceUse {
  readonly invoices: readonly string[]
  readonly amount: Decimal
}

/** Rows that have invoices in common, directly or transitively. */
export interface SharingGroup<Use extends InvoiceUse> {
  readonly uses: readonly Use[]
  readonly invoices: readonly string[]
}

/** Connected groups of at least two rows that share invoices. */
export function sharings<Use extends InvoiceUse>(uses: readonly Use[]): readonly SharingGroup<Use>[] {
  let groups: readonly SharingGroup<Use>[] = []
  for (const use of uses) {
    const joined = groups.filter(({ invoices }) => invoices.some((each) => use.invoices.includes(each)))
    const all = [...joined.flatMap((group) => group.uses), use]
    groups = [...groups.filter((group) => !joined.includes(group)), { uses: all, invoices: invoicesOf(all) }]
  }
  return groups.filter((group) => group.uses.length > 1)
}

/** Rows that claim more than the total of their invoices. */
export interface Overdraft<Use extends InvoiceUse> extends SharingGroup<Use> {
  readonly used: Decimal
  readonly total: Decimal
}

/**
 * Subsets of rows that share invoices and together claim more than these total (Hall's condition, by augmenting paths: what one row leaves
 * of an invoice is available to the others). A single row above its own invoices is not included.
 */
export function overdrafts<Use extends InvoiceUse>({ uses }: SharingGroup<Use>,
  totals: ReadonlyMap<string, Decimal>): readonly Overdraft<Use>[] {
  const allotment = new Allotment(uses, totals)
  const found: Overdraft<Use>[] = []
  for (const row of uses.keys()) {
    const short = [...(allotment.fill(row) ?? [])].sort((one, other) => one - other).map((index) => uses[index]).filter((use) =>
      use !== undefined
    )
    if (short.length < 2 || found.some((each) => short.every((use) => each.uses.includes(use)))) continue
    const invoices = invoicesOf(short)
    found.push({ uses: short, invoices, used: sumOf(short.map(({ amount }) => amount)), total: sumOf(invoices.map((each) =>
      totals.get(each) ?? none
    )) })
  }
  return found
}

/** Sum of amounts; 0 for none. */
export const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, each) => sum.plus(each), none)

const none = new Decimal(0)

const invoicesOf = (uses: readonly InvoiceUse[]): readonly string[] => [...new Set(uses.flatMap(({ invoices }) => invoices))]

/** A step of an augmenting path: a row that gives up its share of an invoice to the previous row. */
interface SharingStep {
  readonly row: number
  readonly before?: { readonly step: SharingStep; readonly invoice: string }
}

/** Allocation of invoice amounts to rows. */
class Allotment {
  private readonly drawn: readonly Map<string, Decimal>[]
  private readonly left: Map<string, Decimal>

  constructor(private readonly uses: readonly InvoiceUse[], totals: ReadonlyMap<string, Decimal>) {
    this.drawn = uses.map(() => new Map())
    this.left = new Map(totals)
  }

  /** Allocates the full claim of a row. @returns the rows reached if that is impossible, else undefined */
  fill(row: number): ReadonlySet<number> | undefined {
    let open = this.uses[row]?.amount ?? none
    while (open.gt(0)) {
      const reached = new Set([row])
      const taken = this.augment(row, open, reached)
      if (taken === undefined) return reached
      open = open.minus(taken)
    }
    return undefined
  }

  /** Allocates part of an open claim along the shortest augmenting path. */
  private augment(from: number, open: Decimal, reached: Set<number>): Decimal | undefined {
    const steps: SharingStep[] = [{ row: from }]
    for (const step of steps) {
      const free = this.invoicesOf(step.row).find((each) => this.left.get(each)?.gt(0))
      if (free !== undefined) return this.take(step, free, open)
      for (const next of this.givingWay(step)) {
        if (!reached.has(next.row)) steps.push(next)
        reached.add(next.row)
      }
    }
    return undefined
  }

  /** Rows with an allocation from one of the row's invoices. */
  private givingWay(step: SharingStep): readonly SharingStep[] {
    return this.invoicesOf(step.row).flatMap((invoice) =>
      [...this.drawn.keys()].filter((row) => this.drawnOf(row, invoice).gt(0)).map((row) => ({ row, before: { step, invoice } }))
    )
  }

  private invoicesOf(row: number): readonly string[] {
    return this.uses[row]?.invoices ?? []
  }

  private drawnOf(row: number, invoice: string): Decimal {
    return this.drawn[row]?.get(invoice) ?? none
  }

  private take(end: SharingStep, free: string, open: Decimal): Decimal {
    let amount = Decimal.min(open, this.left.get(free) ?? none)
    for (let { row, before } = end; before; { row, before } = before.step) amount = Decimal.min(amount, this.drawnOf(row, before.invoice))
    this.left.set(free, (this.left.get(free) ?? none).minus(amount))
    this.add(end.row, free, amount)
    for (let { row, before } = end; before; { row, before } = before.step) {
      this.add(row, before.invoice, amount.negated())
      this.add(before.step.row, before.invoice, amount)
    }
    return amount
  }

  private add(row: number, invoice: string, amount: Decimal): void {
    this.drawn[row]?.set(invoice, this.drawnOf(row, invoice).plus(amount))
  }
}

/** A voucher as read from a file; the subset of fields shared by server and browser. */
interface InvoiceVoucher {
  readonly fields: Readonly<
    Partial<Record<'number' | 'code' | 'total' | 'originalNumber', { readonly value: string; readonly certainty?: number }>>
  >
}

/** An invoice whose total was read from a file. */
export interface KnownInvoice {
  /** Number, followed by the code of an older invoice; see {@link keyOf}. */
  readonly key: string
  readonly number: string
  readonly code: string
  /** Gross total less the credit notes for it among the vouchers; at least 0. */
  readonly total: string
}

/** Total of an invoice as read from one file. */
interface StatedTotal {
  readonly key: string
  readonly number: string
  readonly code: string
  readonly original: string | undefined
  readonly total: Decimal
  readonly certainty: number
}

/** Totals per invoice. Of an invoice read from several files, the most trusted total is taken, and the smallest among equals. */
export function invoiceTotals(vouchers: readonly InvoiceVoucher[]): readonly KnownInvoice[] {
  const found = new Map<string, StatedTotal>()
  for (const stated of vouchers.flatMap(statedTotal)) {
    const held = found.get(stated.key)
    if (!held || goesBefore(stated, held)) found.set(stated.key, stated)
  }
  const all = [...found.values()]
  return all.map(({ key, number, code, total }) => {
    const back = all.filter((other) => other.total.isNegative() && other.original === number)
    const rest = Decimal.max(0, back.reduce((sum, other) => sum.plus(other.total), total))
    return { key, number, code, total: rest.toFixed(2) }
  })
}

function statedTotal({ fields: { number, code, total, originalNumber } }: InvoiceVoucher): readonly StatedTotal[] {
  if (!number || !total) return []
  const own = code?.value ?? ''
  return [{ key: keyOf(number.value, own), number: number.value, code: own, original: originalNumber?.value,
    total: new Decimal(total.value), certainty: total.certainty ?? 0 }]
}

const goesBefore = (one: StatedTotal, other: StatedTotal): boolean =>
  one.certainty === other.certainty ? one.total.lt(other.total) : one.certainty > other.certainty

/** Finds the invoice of a row by number and code; an empty code matches any code. */
export function sameInvoice(known: readonly KnownInvoice[], number: string, code: string): KnownInvoice | undefined {
  const alike = known.filter((each) => each.number === number && (code === '' || each.code === '' || each.code === code))
  return alike.length === 1 ? alike[0] : alike.find((each) => each.code === code)
}

/** The key that identifies an invoice. */
export const keyOf = (number: string, code: string): string => (code === '' ? number : `${number} ${code}`)
