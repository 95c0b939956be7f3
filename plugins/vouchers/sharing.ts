import { Decimal } from 'decimal.js'

/** A row with what it claims of its invoices together. */
export interface InvoiceUse {
  readonly invoices: readonly string[]
  readonly amount: Decimal
}

/** Rows that have invoices in common, directly or through one another. */
export interface SharingGroup<Use extends InvoiceUse> {
  readonly uses: readonly Use[]
  readonly invoices: readonly string[]
}

/** The rows that share invoices, in groups that have nothing to do with each other. */
export function sharings<Use extends InvoiceUse>(uses: readonly Use[]): readonly SharingGroup<Use>[] {
  let groups: readonly SharingGroup<Use>[] = []
  for (const use of uses) {
    const joined = groups.filter(({ invoices }) => invoices.some((each) => use.invoices.includes(each)))
    const all = [...joined.flatMap((group) => group.uses), use]
    groups = [...groups.filter((group) => !joined.includes(group)), { uses: all, invoices: invoicesOf(all) }]
  }
  return groups.filter((group) => group.uses.length > 1)
}

/** The claims of rows, and the total of their invoices. */
export interface Overdraft<Use extends InvoiceUse> extends SharingGroup<Use> {
  readonly used: Decimal
  readonly total: Decimal
}

/**
 * Rows that share invoices and together claim more than these total: some of the rows of a sharing, since what one row
 * leaves of an invoice serves the others (Hall's condition, by augmenting paths). One row alone above its own invoices is none.
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

/** The total of amounts; 0 for none. */
export const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, each) => sum.plus(each), none)

const none = new Decimal(0)

const invoicesOf = (uses: readonly InvoiceUse[]): readonly string[] => [...new Set(uses.flatMap(({ invoices }) => invoices))]

/** A row on the way from the one that lacks something: it gives way at an invoice to the row before it. */
interface SharingStep {
  readonly row: number
  readonly before?: { readonly step: SharingStep; readonly invoice: string }
}

/** The amounts that each row has drawn of each invoice. */
class Allotment {
  private readonly drawn: readonly Map<string, Decimal>[]
  private readonly left: Map<string, Decimal>

  constructor(private readonly uses: readonly InvoiceUse[], totals: ReadonlyMap<string, Decimal>) {
    this.drawn = uses.map(() => new Map())
    this.left = new Map(totals)
  }

  /** Draws all that a row claims; where not all of it can be had, answers the rows that would have to give way. */
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

  /** Draws a part of what is open on the shortest way. */
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

  /** Rows that have drawn of a row's invoices. */
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
